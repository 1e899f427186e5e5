package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --payments 0          | --payments can't be '0': write a number from 1 to 5000000.
          --payments many       | --payments can't be 'many': write a number from 1 to 5000000.
          --payments 5000001    | --payments can't be '5000001': write a number from 1
          --seed x              | --seed can't be 'x': write a whole number, such as 7.
          --duplicates 120%     | --duplicates can't be '120%': write a whole percentage
          --duplicates some     | --duplicates can't be 'some': write a whole percentage
          --rate -1             | --rate can't be '-1': write a number from 0
          --rate fast           | --rate can't be 'fast': write a number from 0
          --data pom.xml        | can't be a folder to write to
          --data src            | holds something: name another folder, or empty it.
          --delay 80            | --delay can't be '80': write a number and its unit, such as 80ms
          --cut soon            | --cut can't be 'soon': write a number and its unit
          --regions eu,eu       | --regions can't be 'eu,eu': name each region once.
          --regions EU          | --regions EU: region code
          --regions eu,         | --regions eu,: region code
          --home mars           | --home can't be 'mars': write account, or one of the regions [cn, eu, us].
          --break everything    | --break can't be 'everything': write double-booking or lost-payment.
          --compare clever      | --compare can't be 'clever': write naive.
          --sedd 1              | Unknown option
          replay --region eu --kafka a:1 --most few | --most can't be 'few': write a number from 1
          replay --region eu    | Missing required option
          generate              | Missing required options
          generate --kafka eu=a:1 --ledger us=http://b | give both for the same regions
          verify --kafka eu=a:1 --consumer-db eu=x --ledger-db us=y | the same regions
          """)
  void execute_withAWrongOption_saysSoInASentenceAndEndsWithTwo(String line, String sentence) {
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine().setErr(new PrintWriter(err, true));

    int code = command.execute(line.strip().split(" +", -1));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(sentence).contains("--help");
    assertThat(err.toString().lines().count()).isLessThanOrEqualTo(2);
  }

  @Test
  void help_namesEveryOptionOfTheIssue() {
    StringWriter out = new StringWriter();
    CommandLine command = Main.commandLine().setOut(new PrintWriter(out, true));

    int code = command.execute("--help");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains("--seed", "--payments", "--duplicates", "--rate", "--regions", "--delay")
        .contains("--home", "--stay", "--break", "--compare", "--data", "--cut", "--calm")
        .contains("generate", "replay", "verify");
  }
}
