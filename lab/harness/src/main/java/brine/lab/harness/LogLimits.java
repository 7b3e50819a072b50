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
 * What the machine can do with no library at all. {@code R}: 256 bytes written at the next position of a pre-zeroed file of 64
 * MiB, and forced, a second. {@code B}: bytes a second when 4 MiB are written at a time, and forced.
 */
final class LogLimits {
  private static final int SMALL = 256;
  private static final int LARGE = 4 << 20;
  private static final int FILE = 64 << 20;

  private LogLimits() {}

  /** @param sizes milliseconds of warm-up, and of measuring, of each of the two */
  static Figures measure(Path folder, int[] sizes) throws Exception {
    try (FileChannel channel = open(folder)) {
      ByteBuffer large = payload(LARGE);
      Rate small = LogTimer.time(sizes[0], sizes[1], writer(channel, large, SMALL));
      Rate whole = LogTimer.time(sizes[0], sizes[1], writer(channel, large, LARGE));
      return Figures.of(Map.of("R", small.fields("records/s", 1), "B", whole.fields("B/s", LARGE)));
    }
  }

  /** The fastest slice of a short look at {@code R}. */
  static double fastest(Path folder, int millis) throws Exception {
    try (FileChannel channel = open(folder)) {
      return LogTimer.time(0, millis, writer(channel, payload(SMALL), SMALL)).hi();
    }
  }

  /** The file is made once and then used again. */
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

  /** Starts over at the end of the file. */
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
