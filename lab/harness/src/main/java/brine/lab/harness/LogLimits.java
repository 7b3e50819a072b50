package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import com.google.gson.JsonObject;
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
    Files.createDirectories(folder);
    Path file = folder.resolve("limit.bin");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
      ByteBuffer large = ByteBuffer.allocateDirect(LARGE);
      for (long at = 0; at < FILE; at += LARGE) write(channel, large.clear(), at);
      channel.force(true);
      Events.fill(large.clear());
      Rate small = LogTimer.time(sizes[0], sizes[1], writer(channel, large, SMALL));
      Rate whole = LogTimer.time(sizes[0], sizes[1], writer(channel, large, LARGE));
      JsonObject bytes = whole.fields("B/s", LARGE);
      return Figures.of(Map.of("R", small.fields("records/s", 1), "B", bytes));
    } finally {
      Files.deleteIfExists(file);
    }
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
