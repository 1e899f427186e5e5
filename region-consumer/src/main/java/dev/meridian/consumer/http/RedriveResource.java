package dev.meridian.consumer.http;

import dev.meridian.inbox.ParkedMessage;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Place;
import dev.meridian.inbox.Redrive;
import dev.meridian.inbox.Redriven;
import dev.meridian.inbox.StuckMessages;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.outbox.Relay;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * For operators: what is parked, and putting it back. A call works on one page; the next one goes
 * on after the id that the answer names. Whoever reaches the service may call this: keep it behind
 * the operators' gate. Runs on worker threads.
 */
@Path("/ops")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class RedriveResource {
  private static final int PAGE = 100;
  private static final int PAGE_AT_MOST = 1_000;

  private final Redrive redrive;
  private final ParkedMessages parkedMessages;
  private final UnitOfWork unitOfWork;
  private final Relay relay;
  private final StuckMessages stuck;

  RedriveResource(
      Redrive redrive,
      ParkedMessages parkedMessages,
      UnitOfWork unitOfWork,
      Relay relay,
      StuckMessages stuck) {
    this.redrive = redrive;
    this.parkedMessages = parkedMessages;
    this.unitOfWork = unitOfWork;
    this.relay = relay;
    this.stuck = stuck;
  }

  /**
   * The body of a POST: an id; or a filter, of which an absent part matches all; or {@code all}.
   *
   * @param parkedFrom parked first at this time or later
   * @param parkedBefore parked first before this time
   * @param after the last page's {@code next}
   * @param limit messages in this call, 1 to 1,000; 100 by default
   */
  public record Wish(
      @Nullable String id,
      @Nullable String reason,
      @Nullable String topic,
      @Nullable Instant parkedFrom,
      @Nullable Instant parkedBefore,
      @Nullable Boolean all,
      @Nullable String after,
      @Nullable Integer limit) {

    private boolean namesNothing() {
      boolean filtered =
          reason != null || topic != null || parkedFrom != null || parkedBefore != null;
      return id == null && !filtered && !Boolean.TRUE.equals(all);
    }
  }

  /**
   * What became of each.
   *
   * @param counts how many came to which end
   * @param next to go on after; absent if there are no more
   */
  public record Answer(
      Map<Redriven.Result, Long> counts, List<Redriven> messages, @Nullable String next) {

    private static Answer of(List<Redriven> messages, int limit) {
      Map<Redriven.Result, Long> counts = new TreeMap<>();
      messages.forEach(each -> counts.merge(each.result(), 1L, Long::sum));
      boolean full = messages.size() >= limit;
      return new Answer(counts, messages, full ? messages.get(messages.size() - 1).id() : null);
    }
  }

  /** A parked message without its bytes. */
  public record View(
      String id,
      String reason,
      String detail,
      String topic,
      int partition,
      long offset,
      int count,
      Instant firstAt,
      Instant lastAt,
      @Nullable Instant closedAt) {

    private static View of(ParkedMessage parked) {
      return new View(
          parked.id(),
          parked.message().reason(),
          parked.message().detail(),
          parked.message().topic(),
          parked.message().partition(),
          parked.message().offset(),
          parked.count(),
          parked.firstAt(),
          parked.lastAt(),
          parked.closedAt());
    }
  }

  /** What is parked and open, by id. */
  @GET
  @Path("/parked")
  public List<View> parked(
      @Nullable @QueryParam("reason") String reason,
      @Nullable @QueryParam("topic") String topic,
      @Nullable @QueryParam("after") String after,
      @QueryParam("limit") @DefaultValue("100") int limit)
      throws SQLException {
    ParkedMessages.Filter filter =
        new ParkedMessages.Filter(null, reason, topic, null, null, false, after);
    return unitOfWork.inTransaction(c -> parkedMessages.find(c, filter, bounded(limit))).stream()
        .map(View::of)
        .toList();
  }

  /** Puts one, some or all back on the live path, and says what became of each. */
  @POST
  @Path("/redrive")
  @Consumes(MediaType.APPLICATION_JSON)
  public Answer redrive(@Nullable Wish wish) throws SQLException {
    if (wish == null || wish.namesNothing()) {
      throw Problem.badRequest(
              "Send {\"id\": …}, or any of reason, topic, parkedFrom, parkedBefore, or {\"all\": true}.")
          .exception();
    }
    int limit = wish.limit() == null ? PAGE : bounded(wish.limit());
    List<Redriven> messages =
        wish.id() != null
            ? List.of(redrive.redrive(wish.id()))
            : redrive.redrive(filter(wish), limit);
    relay.wake();
    return Answer.of(messages, wish.id() != null ? Integer.MAX_VALUE : limit);
  }

  /** Names a message that this instance's readiness says is stuck. */
  public record Stuck(@Nullable String topic, @Nullable Integer partition, @Nullable Long offset) {}

  /** Has a message parked that fails alone by a fault nobody has foreseen; 404 if it doesn't. */
  @POST
  @Path("/park")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response park(@Nullable Stuck message) {
    if (message == null
        || message.topic() == null
        || message.partition() == null
        || message.offset() == null) {
      throw Problem.badRequest("Send {\"topic\": …, \"partition\": …, \"offset\": …}.").exception();
    }
    Place place = new Place(message.topic(), message.partition(), message.offset());
    if (!stuck.park(place)) {
      throw Problem.notStuck(place.toString()).exception();
    }
    return Response.accepted().build();
  }

  private static ParkedMessages.Filter filter(Wish wish) {
    return new ParkedMessages.Filter(
        null,
        wish.reason(),
        wish.topic(),
        wish.parkedFrom(),
        wish.parkedBefore(),
        false,
        wish.after());
  }

  private static int bounded(int limit) {
    if (limit < 1 || limit > PAGE_AT_MOST) {
      throw Problem.badRequest("The limit must be 1 to " + PAGE_AT_MOST + ".").exception();
    }
    return limit;
  }
}
