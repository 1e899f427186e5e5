package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.id.jackson.RegionIdModule;
import dev.meridian.id.jaxrs.RegionIdParamConverterProvider;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * What is forgotten is named at once, where it was forgotten, and not when the first id is drawn.
 */
class NullsTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final RegionRegistry REGIONS = RegionRegistry.parse("eu=2");
  private static final KindOwners OWNERS = KindOwners.parse("pay=consumer");
  private static final BlockStore STORE = new InMemoryBlockStore();
  private static final DataSource DATABASE = new PGSimpleDataSource();

  static Stream<Arguments> calls() {
    return Stream.of(
        call("kind", () -> new IdGenerator(nothing(), EU, STORE)),
        call("region", () -> new IdGenerator(PAY, nothing(), STORE)),
        call("store", () -> new IdGenerator(PAY, EU, NullsTest.<BlockStore>nothing())),
        call("settings", () -> new IdGenerator(PAY, EU, STORE, nothing())),
        call("source", () -> new PerThreadIdGenerator(nothing())),
        call("dataSource", () -> new PostgresBlockStore(nothing(), "n")),
        call("node", () -> new PostgresBlockStore(DATABASE, nothing())),
        call("answerWithin", () -> new PostgresBlockStore(DATABASE, "n", 0, nothing())),
        call("dataSource", () -> new StartCheck(nothing(), REGIONS, OWNERS, "d")),
        call("regions", () -> new StartCheck(DATABASE, nothing(), OWNERS, "d")),
        call("owners", () -> new StartCheck(DATABASE, REGIONS, nothing(), "d")),
        call("database", () -> new StartCheck(DATABASE, REGIONS, OWNERS, nothing())),
        call("waitAtMost", () -> LeaseSettings.DEFAULT.withWaitAtMost(nothing())),
        call("region", () -> new Block(nothing(), 1, 0, 1)),
        call("kind", () -> new IdRange(nothing(), EU, EU.number(), 1)),
        call("kind", () -> RegionId.of(nothing(), EU, 1)),
        call("kind", () -> RegionId.of(nothing(), 1, REGIONS)),
        call("kind", () -> STORE.lease(nothing(), EU, 1, BlockStore.NOTHING)),
        call("code", () -> new IdKind(nothing())),
        call("code", () -> new Region(nothing(), 1)),
        call("text", () -> RegionRegistry.parse(nothing())),
        call("text", () -> KindOwners.parse(nothing())),
        call("registry", () -> new RegionIdModule(NullsTest.<RegionRegistry>nothing())),
        call("registry", () -> new RegionIdModule(NullsTest.<Supplier<RegionRegistry>>nothing())),
        call(
            "registry",
            () -> new RegionIdParamConverterProvider(NullsTest.<RegionRegistry>nothing())));
  }

  private static Arguments call(String name, ThrowingCallable call) {
    return Arguments.of(name, call);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anything_ofNull_isRefusedByName(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }
}
