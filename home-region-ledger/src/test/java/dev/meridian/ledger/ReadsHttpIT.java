package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.restassured.path.json.JsonPath;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Balances, postings, statements, entries and the trial balance over HTTP. {@link ServiceIT} runs
 * it.
 */
abstract class ReadsHttpIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void balance_nowAndAsOfATime_countsWhatWasBookedUntilThen() {
    String id = funded(3);
    List<String> times = json("/accounts/" + id + "/postings").getList("postings.bookedAt");

    ledger
        .http()
        .rest()
        .get("/accounts/" + id + "/balance")
        .then()
        .statusCode(200)
        .body("accountId", equalTo(id))
        .body("currency", equalTo("EUR"))
        .body("balanceMinor", equalTo(6))
        .body("number", equalTo(3));

    assertThat(json("/accounts/" + id + "/balance?at=" + times.get(1)).getLong("balanceMinor"))
        .isEqualTo(3);
    assertThat(json("/accounts/" + id + "/balance?at=1970-01-01T00:00:00Z").getLong("balanceMinor"))
        .isZero();
  }

  @Test
  void postings_pageByPage_areAllInOrder() {
    String id = funded(5);
    List<Integer> numbers = new ArrayList<>();
    String after = "0";
    for (int page = 0; page < 4; page++) {
      JsonPath json = json("/accounts/" + id + "/postings?limit=2&after=" + after);
      numbers.addAll(json.getList("postings.number"));
      after = json.getString("next");
    }

    assertThat(numbers).containsExactly(1, 2, 3, 4, 5);
    assertThat(after).isEqualTo("5");
  }

  @Test
  void statement_ofAPeriod_opensAndClosesWithItsBalances() {
    String id = funded(4);
    List<String> times = json("/accounts/" + id + "/postings").getList("postings.bookedAt");
    String period =
        "/accounts/%s/statement?from=%s&to=%s".formatted(id, times.get(0), times.get(2));

    ledger
        .http()
        .rest()
        .get(period + "&limit=1")
        .then()
        .statusCode(200)
        .body("openingBalanceMinor", equalTo(1))
        .body("closingBalanceMinor", equalTo(6))
        .body("lines.number", contains(2))
        .body("lines[0].entryKind", equalTo("FUND"))
        .body("lines[0].cause", equalTo("in-2"))
        .body("next", equalTo("2"));
    ledger
        .http()
        .rest()
        .get(period + "&after=2")
        .then()
        .body("lines.number", contains(3))
        .body("next", nullValue());
  }

  @Test
  void entry_ofAFunding_isExplained() {
    String id = ledger.http().open("CUSTOMER", "JPY");
    String entry = ledger.http().fund(id, "salary", "500").extract().path("entryId");

    ledger
        .http()
        .rest()
        .get("/entries/" + entry)
        .then()
        .statusCode(200)
        .body("id", equalTo(entry))
        .body("kind", equalTo("FUND"))
        .body("cause", equalTo("salary"))
        .body("request.outcome", equalTo("BOOKED"))
        .body("request.clientReference", equalTo("salary"))
        .body("postings", hasSize(2))
        .body("postings.accountId", contains("external:JPY", id))
        .body("postings.amountMinor", contains(-500, 500));
  }

  @Test
  void trialBalance_afterFundings_sumsToZeroPerCurrency() {
    ledger.http().fund(ledger.http().open("CUSTOMER", "KWD"), "in", "1234").statusCode(201);

    JsonPath json = json("/trial-balance");

    assertThat(json.getList("currencies.differenceMinor", String.class))
        .isNotEmpty()
        .allMatch("0"::equals);
    assertThat(json.getList("currencies.currency", String.class)).contains("KWD");
    assertThat(json.getString("home")).isEqualTo("eu");
  }

  @Test
  void reads_ofASystemAccount_areAnswered() {
    funded(1);

    assertThat(json("/accounts/external:EUR/balance").getLong("balanceMinor")).isNegative();
    assertThat(json("/accounts/external:EUR/postings?limit=1").getList("postings")).hasSize(1);
  }

  @Test
  void reads_whatCantBeServed_isAProblemThatSaysWhy() {
    String id = funded(1);
    String unknown = RunningLedger.account("eu");

    for (String read : List.of("balance", "postings", "statement")) {
      refused("/accounts/" + unknown + "/" + read, 404, unknown);
      refused("/accounts/" + RunningLedger.account("us") + "/" + read, 421, "region us");
      refused("/accounts/nonsense/" + read, 400, "nonsense");
      refused("/accounts/external:XTS/" + read, 404, "external:XTS");
    }
    for (String bad : List.of("0", "501", "-1", "two", "1.5")) {
      refused("/accounts/" + id + "/postings?limit=" + bad, 400, "limit");
      refused("/accounts/" + id + "/statement?limit=" + bad, 400, "limit");
    }
    for (String bad : List.of("-1", "x", "9223372036854775808")) {
      refused("/accounts/" + id + "/postings?after=" + bad, 400, "after");
    }
    for (String bad : List.of("yesterday", "2026-11-01", "1969-01-01T00:00:00Z")) {
      refused("/accounts/" + id + "/balance?at=" + bad, 400, "at must");
      refused("/accounts/" + id + "/statement?from=" + bad, 400, "from must");
      refused("/accounts/" + id + "/statement?to=" + bad, 400, "to must");
    }
    refused(
        "/accounts/" + id + "/statement?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
        400,
        "from is after to");
    refused("/entries/ent-eu-none", 404, "ent-eu-none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/entries/ent-eu%00",
        "/accounts/external:%00/balance",
        "/accounts/external:%00/postings",
        "/accounts/external:%00/statement",
        "/accounts/%00",
        "/balance-copies/%00"
      })
  void reads_pathWithANulCharacter_areRefusedAsTheCallersFault(String path) {
    LedgerHttp.problem(ledger.http().rest().urlEncodingEnabled(false).get(path).then(), 400);
  }

  /** Every method of every resource, and nothing else of ours. */
  @Test
  void openApi_document_listsEveryEndpoint() {
    TreeSet<String> ours = new TreeSet<>();
    new ClassFileImporter()
        .importPackages("dev.meridian.ledger.http").stream()
            .filter(type -> type.isAnnotatedWith(Path.class))
            .flatMap(type -> type.getMethods().stream())
            .filter(method -> method.isMetaAnnotatedWith(HttpMethod.class))
            .forEach(method -> ours.add(endpoint(method)));

    Map<String, Map<String, Object>> paths = json("/q/openapi?format=json").getMap("paths");

    TreeSet<String> documented = new TreeSet<>();
    paths.forEach(
        (path, methods) ->
            methods.keySet().stream()
                .filter(name -> !name.equals("parameters"))
                .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    assertThat(documented).isEqualTo(ours).hasSizeGreaterThan(10);
  }

  private static String endpoint(JavaMethod method) {
    String verb =
        method.getAnnotations().stream()
            .map(annotation -> annotation.getRawType())
            .filter(type -> type.isAnnotatedWith(HttpMethod.class))
            .map(type -> type.getAnnotationOfType(HttpMethod.class).value())
            .findFirst()
            .orElseThrow();
    String below = method.tryGetAnnotationOfType(Path.class).map(Path::value).orElse("");
    return verb + " " + method.getOwner().getAnnotationOfType(Path.class).value() + below;
  }

  /** An account that was paid in 1, then 2, and so on. */
  private String funded(int times) {
    String id = ledger.http().open("CUSTOMER", "EUR");
    for (int i = 1; i <= times; i++) {
      ledger.http().fund(id, "in-" + i, Integer.toString(i)).statusCode(201);
    }
    return id;
  }

  private JsonPath json(String path) {
    return ledger.http().rest().get(path).then().statusCode(200).extract().jsonPath();
  }

  private void refused(String path, int status, String detail) {
    LedgerHttp.problem(ledger.http().rest().get(path).then(), status)
        .body("detail", containsString(detail));
  }
}
