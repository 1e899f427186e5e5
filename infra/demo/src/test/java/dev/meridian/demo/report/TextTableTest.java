package dev.meridian.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void lines_ofUnevenCells_areUnderEachOther() {
    TextTable table = new TextTable(1);
    table.add("", "planned", "counted", "");
    table.add("sent", "5", "12,345", "");
    table.add("refused", "1", "2", "WRONG");

    assertThat(table.lines("  "))
        .containsExactly(
            "           planned  counted",
            "  sent           5   12,345",
            "  refused        1        2  WRONG");
  }
}
