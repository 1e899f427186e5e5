package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindOwnersTest {

  private final KindOwners owners = KindOwners.parse(" pay=consumer, acc = ledger ,cmd=consumer");

  @Test
  void parse_entriesInAnyOrderWithBlanks_areRead() {
    assertThat(owners).hasToString("acc=ledger,cmd=consumer,pay=consumer");
    assertThat(owners.of("consumer")).containsExactly(new IdKind("cmd"), new IdKind("pay"));
    assertThat(owners.of("nobody")).isEmpty();
    assertThat(owners.kind("acc", "ledger")).isEqualTo(new IdKind("acc"));
  }

  @Test
  void kind_ofAnotherDatabase_isRefused() {
    assertThatThrownBy(() -> owners.kind("acc", "consumer"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "kind acc belongs to database ledger, this is consumer: its ids would be given out twice; draw them there, or take a kind of your own");
  }

  @Test
  void kind_unknown_isRefused() {
    assertThatThrownBy(() -> owners.kind("inv", "consumer"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("kind inv is not in the registry (acc=ledger,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''            | the registry of kinds is empty; write at least one kind",
        "pay           | kind registry entry \"pay\" is not kind=database; write it like pay=consumer",
        "pay=          | kind registry entry \"pay=\" is not kind=database",
        "pay=a=b       | kind registry entry \"pay=a=b\" is not kind=database",
        "PAY=a         | kind \"PAY\" is not three lower-case letters",
        "pay=a,pay=b   | kind pay stands in the registry twice, for a and for b; it can have one owner",
      })
  void parse_entryOutOfShape_isRefusedWithTheWayOut(String text, String sentence) {
    assertThatThrownBy(() -> KindOwners.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
