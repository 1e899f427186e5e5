package dev.meridian.demo.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells under each other: the first column to the left, numbers to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param leftColumns so many columns are aligned to the left
   */
  TextTable(int leftColumns) {
    this.leftColumns = leftColumns;
  }

  void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  /** The lines, indented, without blanks at their ends. */
  List<String> lines(String indent) {
    List<Integer> widths = widths();
    return rows.stream().map(row -> (indent + line(row, widths)).stripTrailing()).toList();
  }

  private String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String blanks = " ".repeat(widths.get(column) - cell.length());
      line.append(column == 0 ? "" : GAP);
      line.append(column < leftColumns ? cell + blanks : blanks + cell);
    }
    return line.toString();
  }

  private List<Integer> widths() {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        int width = row.get(column).length();
        if (column == widths.size()) {
          widths.add(width);
        } else {
          widths.set(column, Math.max(widths.get(column), width));
        }
      }
    }
    return widths;
  }
}
