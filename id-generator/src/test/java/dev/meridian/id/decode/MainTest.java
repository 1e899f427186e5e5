package dev.meridian.id.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return new Main(Map.of(), stream(printed), stream(complaints)).run(arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream target) {
    return new PrintStream(target, true, StandardCharsets.UTF_8);
  }

  private String output() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private String errors() {
    return complaints.toString(StandardCharsets.UTF_8);
  }

  @Test
  void run_text_explainsItsParts() {
    assertThat(run("pay-eu-0200800000001ex")).isEqualTo(Main.EXPLAINED);
    assertThat(output())
        .isEqualTo(
            """
            pay-eu-0200800000001ex
              kind      pay
              region    eu, number 2
              epoch     4, timeline 1 if never offset
              sequence  1
              number    72066390130950145
            """);
  }

  @Test
  void run_numberWithKindAndRegions_isExplainedToo() {
    int exitCode = run("72066390130950145", "--kind", "pay", "--regions", "cn=1,eu=2");

    assertThat(exitCode).isEqualTo(Main.EXPLAINED);
    assertThat(output()).startsWith("pay-eu-0200800000001ex\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pay-eu-0200800000001ey          | 1 | the check symbols of",
        "pay-eu                          | 1 | is no id: expected kind, region and 15 symbols",
        "päy-eu-0200800000001ex          | 1 | character 2 of \"päy-eu-0200800000001ex\" can't stand there",
        "pay-eu-0200800000001ex --regions us=3 | 1 | is not in the registry (us=3)",
        "1 --kind pay --regions eu=2     | 1 | region number 0, which is not in the registry (eu=2)",
        "9223372036854775808 --kind pay --regions eu=2 | 1 | the number 9223372036854775808 has more than 63 bits",
        "99999999999999999999999 --kind pay --regions eu=2 | 1 | has more than 63 bits: no region gave it out",
        "72066390130950145               | 2 | a number needs --kind and --regions, for example --kind pay",
        "72066390130950145 --kind pay    | 2 | a number needs --kind and --regions",
        "72066390130950145 --kind PAY --regions eu=2 | 2 | kind \"PAY\" is not three lower-case letters; write one like pay",
        "72066390130950145 --kind pay --regions eu | 2 | region registry entry \"eu\" is not code=number; write it like eu=2",
        "pay-eu-0200800000001ex --kind pay | 2 | --kind is for numbers: pay-eu-0200800000001ex begins with its kind; leave --kind out",
        "pay-eu-0200800000001ex --database jdbc:nothing:there | 2 | --database is not an address of PostgreSQL; write it like jdbc:postgresql://",
        "pay-eu-0200800000001ex --database jdbc:postgresql://127.0.0.1:1/none | 3 | the database can't be asked: Connection to 127.0.0.1:1 refused",
        "--halp                          | 2 | there is no option --halp",
        "-5                              | 2 | there is no option -5",
        "a b                             | 2 | b is one id too many: one at a time",
        "a --database                    | 2 | --database needs a value",
        "a --database --kind             | 2 | --database needs a value",
        "a --kind pay --kind acc         | 2 | --kind stands there twice; keep one",
        "--kind pay                      | 2 | no id is given; write it first",
      })
  void run_anythingElse_saysWhatIsWrong(String arguments, int exitCode, String sentence) {
    assertThat(run(arguments.split(" "))).isEqualTo(exitCode);
    assertThat(errors().lines().findFirst().orElse("")).contains(sentence);
    assertThat(errors().contains("Usage: decode")).isEqualTo(exitCode == Main.WRONG_USAGE);
  }

  @Test
  void run_help_printsTheUsage() {
    assertThat(run("--help")).isEqualTo(Main.EXPLAINED);
    assertThat(output()).startsWith("Usage: decode ID").contains("Exit codes: 0 explained");
  }

  @Test
  void run_nothing_printsTheUsage() {
    assertThat(run()).isEqualTo(Main.WRONG_USAGE);
    assertThat(errors()).startsWith("no id is given; write it first\nUsage: decode ID");
  }
}
