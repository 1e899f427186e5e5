package dev.meridian.verifier.check;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers texts from 0 in the order in which they first come. Texts lie as UTF-8 in large chunks
 * and are found by an open-addressed table of ints, so a million keys of 100 bytes take some 110
 * MB, not the 250 MB of a {@code HashMap<String, Integer>}. At most {@value #MAX_CHUNKS} MiB of
 * text. Not thread-safe.
 */
final class KeyIndex {
  static final int NONE = -1;

  private static final int CHUNK_BITS = 20;
  private static final int CHUNK_BYTES = 1 << CHUNK_BITS;
  private static final int MAX_CHUNKS = 2_047;
  private static final int LENGTH_BYTES = 3;

  private final List<byte[]> chunks = new ArrayList<>();
  private int used = CHUNK_BYTES;
  private int[] offsets = new int[1_024];
  private int[] slots = emptySlots(2_048);
  private int size;

  int size() {
    return size;
  }

  /** The text's number; gives it one if it has none. */
  int add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int slot = slotOf(bytes);
    if (slots[slot] != NONE) {
      return slots[slot];
    }
    if (size == offsets.length) {
      grow();
      slot = slotOf(bytes);
    }
    offsets[size] = store(bytes);
    slots[slot] = size;
    return size++;
  }

  /** The text's number, or {@link #NONE}. */
  int find(String text) {
    return slots[slotOf(text.getBytes(StandardCharsets.UTF_8))];
  }

  String text(int number) {
    byte[] chunk = chunks.get(offsets[number] >>> CHUNK_BITS);
    int at = offsets[number] & (CHUNK_BYTES - 1);
    return new String(chunk, at + LENGTH_BYTES, length(chunk, at), StandardCharsets.UTF_8);
  }

  private int slotOf(byte[] bytes) {
    int mask = slots.length - 1;
    int slot = spread(Arrays.hashCode(bytes)) & mask;
    while (slots[slot] != NONE && !holds(slots[slot], bytes)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean holds(int number, byte[] bytes) {
    byte[] chunk = chunks.get(offsets[number] >>> CHUNK_BITS);
    int at = offsets[number] & (CHUNK_BYTES - 1);
    int length = length(chunk, at);
    int from = at + LENGTH_BYTES;
    return length == bytes.length
        && Arrays.equals(chunk, from, from + length, bytes, 0, bytes.length);
  }

  private int store(byte[] bytes) {
    int needed = LENGTH_BYTES + bytes.length;
    if (needed > CHUNK_BYTES) {
      throw new IllegalArgumentException("a key of " + bytes.length + " bytes");
    }
    if (used + needed > CHUNK_BYTES) {
      if (chunks.size() == MAX_CHUNKS) {
        throw new IllegalStateException("more than " + MAX_CHUNKS + " MiB of keys");
      }
      chunks.add(new byte[CHUNK_BYTES]);
      used = 0;
    }
    byte[] chunk = chunks.get(chunks.size() - 1);
    int at = used;
    chunk[at] = (byte) (bytes.length >>> 16);
    chunk[at + 1] = (byte) (bytes.length >>> 8);
    chunk[at + 2] = (byte) bytes.length;
    System.arraycopy(bytes, 0, chunk, at + LENGTH_BYTES, bytes.length);
    used += needed;
    return (chunks.size() - 1) << CHUNK_BITS | at;
  }

  private static int length(byte[] chunk, int at) {
    return (chunk[at] & 0xFF) << 16 | (chunk[at + 1] & 0xFF) << 8 | (chunk[at + 2] & 0xFF);
  }

  /** Half of the slots stay free. */
  private void grow() {
    offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    slots = emptySlots(2 * offsets.length);
    for (int number = 0; number < size; number++) {
      int mask = slots.length - 1;
      int slot = spread(text(number)) & mask;
      while (slots[slot] != NONE) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = number;
    }
  }

  private static int spread(String text) {
    return spread(Arrays.hashCode(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Fibonacci hashing: array hashes of like texts differ in their low bits only. */
  private static int spread(int hash) {
    int product = hash * 0x9E3779B9;
    return product ^ product >>> 15;
  }

  private static int[] emptySlots(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, NONE);
    return slots;
  }
}
