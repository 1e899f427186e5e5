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

  private int run(String... arguments) {
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return new Main(Map.of(), stream, stream).run(arguments);
  }

  private String output() {
    return printed.toString(StandardCharsets.UTF_8);
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
        "72066390130950145               | 1 | is no id",
        "pay-eu-0200800000001ex --regions us=3 | 1 | is not in the registry (us=3)",
        "pay-eu-0200800000001ex --database jdbc:nothing:there | 1 | the database can't be asked",
        "--help                          | 2 | what is --help?",
        "a b                             | 2 | what is b?",
        "a --database                    | 2 | --database needs a value",
        "--kind pay                      | 2 | which id?",
      })
  void run_anythingElse_saysWhatIsWrong(String arguments, int exitCode, String sentence) {
    assertThat(run(arguments.split(" "))).isEqualTo(exitCode);
    assertThat(output()).contains(sentence);
  }
}
