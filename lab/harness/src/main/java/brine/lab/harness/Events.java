package brine.lab.harness;

import java.nio.ByteBuffer;
import java.util.Random;

/** Payloads that nobody can compress, the same in every run. */
final class Events {
  private Events() {}

  /** Different events of one length, made before anything is timed. */
  static byte[][] ofLength(int length, int count) {
    Random random = new Random(length);
    byte[][] events = new byte[count][length];
    for (byte[] event : events) random.nextBytes(event);
    return events;
  }

  /** {@code count} of the events, in turn; each an object of its own, so that no serialization writes one for many. */
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
