package brine.lab.harness;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Keys, and records of 256 bytes that say which key and which save they are of. Immutable. */
final class StateData {
  private static final int RECORD = 256;

  /** Bytes of the numbers that a record begins with. */
  private static final int NUMBERS = 16;

  /** A prime number, so that the keys are visited in an order that is not theirs. */
  private static final long STEP = 7919;

  private final String[] keys;
  private final byte[] content = Events.ofLength(RECORD, 1)[0];

  StateData(int count) {
    keys = new String[count];
    for (int i = 0; i < count; i++) keys[i] = "account-" + i;
  }

  String[] keys() {
    return keys;
  }

  String key(int index) {
    return keys[index];
  }

  /** The record that the save of this number gives a key. */
  byte[] record(int key, long save) {
    byte[] record = content.clone();
    ByteBuffer.wrap(record).putLong(key).putLong(save);
    return record;
  }

  /** The first record of every key. */
  byte[][] first() {
    byte[][] records = new byte[keys.length][];
    for (int key = 0; key < keys.length; key++) records[key] = record(key, 0);
    return records;
  }

  /** The place of a visit among a number of places: all are visited before one is visited again. */
  static int visit(long number, int places) {
    return (int) (number * STEP % places);
  }

  /** Whether a record is the first one of a key, compared without making that. */
  boolean isFirst(byte[] found, int key) {
    if (found.length != RECORD) return false;
    ByteBuffer numbers = ByteBuffer.wrap(found);
    return numbers.getLong() == key
        && numbers.getLong() == 0
        && Arrays.equals(found, NUMBERS, RECORD, content, NUMBERS, RECORD);
  }

  /** @throws WrongResult unless the record is that of the key and the save */
  void check(byte[] found, int key, long save) throws WrongResult {
    if (found == null) throw new WrongResult("no record of " + keys[key] + ", which was saved");
    if (!Arrays.equals(found, record(key, save)))
      throw new WrongResult("the record of " + keys[key] + " differs from the one saved last");
  }
}
