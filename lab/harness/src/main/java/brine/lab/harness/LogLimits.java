package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * The machine's limits without any library. {@code R}: writes per second of 256 bytes at the next position of a
 * pre-zeroed file of 64 MiB, with an fsync each. {@code B}: bytes per second written 4 MiB at a time, with an fsync
 * each.
 */
final class LogLimits {
  private static final int SMALL = 256;
  private static final int LARGE = 4 << 20;
  private static final int FILE = 64 << 20;

  private LogLimits() {}

  /**
   * Measures both limits.
   *
   * @param sizes milliseconds of warm-up and of measurement, for each of the two
   */
  static Figures measure(Path folder, int[] sizes) throws Exception {
    try (FileChannel channel = open(folder)) {
      ByteBuffer large = payload(LARGE);
      Rate small = LogTimer.time(sizes[0], sizes[1], writer(channel, large, SMALL));
      Rate whole = LogTimer.time(sizes[0], sizes[1], writer(channel, large, LARGE));
      return Figures.of(Map.of("R", small.fields("records/s", 1), "B", whole.fields("B/s", LARGE)));
    }
  }

  /** The fastest slice of a short measurement of {@code R}. */
  static double fastest(Path folder, int millis) throws Exception {
    try (FileChannel channel = open(folder)) {
      return LogTimer.time(0, millis, writer(channel, payload(SMALL), SMALL)).hi();
    }
  }

  /** Creates the file on first use. */
  private static FileChannel open(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel channel =
        FileChannel.open(folder.resolve("limit.bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.size() < FILE) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(LARGE);
      for (long at = 0; at < FILE; at += LARGE) write(channel, zeros.clear(), at);
      channel.force(true);
    }
    return channel;
  }

  private static ByteBuffer payload(int size) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(size);
    Events.fill(buffer);
    return buffer.clear();
  }

  /** Continues at the start after the end of the file. */
  private static LogTimer.Step writer(FileChannel channel, ByteBuffer buffer, int length) {
    long[] position = {0};
    return () -> {
      write(channel, buffer.clear().limit(length), position[0]);
      channel.force(false);
      position[0] = (position[0] + length) % FILE;
      return 1;
    };
  }

  private static void write(FileChannel channel, ByteBuffer buffer, long at) throws IOException {
    while (buffer.hasRemaining()) at += channel.write(buffer, at);
  }
}
