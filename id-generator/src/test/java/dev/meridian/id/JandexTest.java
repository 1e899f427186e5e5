package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexReader;
import org.junit.jupiter.api.Test;

class JandexTest {

  @Test
  void index_ofTheJar_namesTheBeansThatQuarkusShallFind() throws Exception {
    try (InputStream index = IdGenerator.class.getResourceAsStream("/META-INF/jandex.idx")) {
      assertThat(index).isNotNull();
      Index beans = new IndexReader(index).read();

      for (String name :
          List.of(
              "quarkus.IdBeans",
              "quarkus.RegionIdJson",
              "jaxrs.RegionIdParamConverterProvider",
              "jpa.RegionIdConverter")) {
        assertThat(beans.getClassByName(DotName.createSimple("dev.meridian.id." + name)))
            .as(name)
            .isNotNull();
      }
    }
  }
}
