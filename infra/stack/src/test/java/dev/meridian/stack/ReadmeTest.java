package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the README shows is what compiles here; what it does is {@link StackIT}'s to show. */
class ReadmeTest {

  /** Never called: the compiler holds it. */
  static void example(TopicPlan plan) {
    Stack stack =
        Stack.builder()
            .regions("cn", "eu", "us")
            .linkDelay(Duration.ofMillis(80))
            .topics(plan)
            .services(ServiceJars.inCheckout())
            .build();
    stack.start();
    stack.cut("us");
    stack.region("eu").consumer().kill();
    stack.heal("us");
    stack.close();
  }

  @Test
  void readme_codeBlock_standsInThisTest() throws IOException {
    Path module = Path.of(System.getProperty("meridian.root"), "infra", "stack");
    String readme = Files.readString(module.resolve("README.md"));
    String block = readme.substring(readme.indexOf("```java") + 7, readme.lastIndexOf("```"));
    String source =
        Files.readString(module.resolve("src/test/java/dev/meridian/stack/ReadmeTest.java"));

    assertThat(packed(source)).contains(packed(block.replaceAll("//.*", "")));
  }

  private static String packed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
