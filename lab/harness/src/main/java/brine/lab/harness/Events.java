package brine.lab.harness;

import java.nio.ByteBuffer;
import java.util.Random;

/** Incompressible payloads, the same in every run. */
final class Events {
  private Events() {}

  /** Distinct events of one length, created before anything is timed. */
  static byte[][] ofLength(int length, int count) {
    Random random = new Random(length);
    byte[][] events = new byte[count][length];
    for (byte[] event : events) random.nextBytes(event);
    return events;
  }

  /**
   * {@code count} of the events, in turn. Each is a distinct object, so that no serialization writes one for several.
   */
  static byte[][] batch(byte[][] events, int count) {
    byte[][] batch = new byte[count][];
    for (int i = 0; i < count; i++) batch[i] = i < events.length ? events[i] : events[i % events.length].clone();
    return batch;
  }

  static void fill(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    new Random(0).nextBytes(bytes);
    buffer.put(bytes);
  }
}
