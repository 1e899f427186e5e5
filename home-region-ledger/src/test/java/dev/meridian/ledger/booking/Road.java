package dev.meridian.ledger.booking;

import dev.meridian.messages.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The way to each home: messages are lost, doubled, delayed and overtaken at random, until the
 * links are good at last.
 */
final class Road {
  private static final int LOSSES_END_AT = 8;
  private static final int DELAYS_END_AT = 11;

  private final Random random;
  private final Map<String, List<Message>> toHomes = new HashMap<>();
  private int round;

  Road(long seed) {
    this.random = new Random(seed);
  }

  void begin(int newRound) {
    round = newRound;
  }

  void put(String home, Message message) {
    List<Message> road = toHomes.computeIfAbsent(home, any -> new ArrayList<>());
    if (!isLost()) {
      road.add(message);
    }
    if (round < DELAYS_END_AT && random.nextInt(4) == 0) {
      road.add(message);
    }
  }

  boolean isLost() {
    return round < LOSSES_END_AT && random.nextInt(4) == 0;
  }

  /** What arrives now, in any order; the rest comes later. */
  List<Message> arriving(String home) {
    List<Message> road = toHomes.computeIfAbsent(home, any -> new ArrayList<>());
    Collections.shuffle(road, random);
    int some = round < DELAYS_END_AT ? random.nextInt(road.size() + 1) : road.size();
    List<Message> batch = new ArrayList<>(road.subList(0, some));
    road.subList(0, some).clear();
    return batch;
  }

  boolean isEmpty() {
    return toHomes.values().stream().allMatch(List::isEmpty);
  }
}
