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
 * One of the machine's limits without any library. {@code R}: writes per second of 256 bytes at the next position of a
 * pre-zeroed file of 64 MiB, with an fsync each. {@code B}: bytes per second written 4 MiB at a time, with an fsync
 * each. Used by one thread.
 */
final class LogLimits implements AutoCloseable {
  private static final int SMALL = 256;
  private static final int LARGE = 4 << 20;
  private static final int FILE = 64 << 20;

  private final FileChannel channel;
  private final ByteBuffer payload;
  private final boolean small;
  private long position;

  private LogLimits(FileChannel channel, boolean small) {
    this.channel = channel;
    this.small = small;
    this.payload = payload(small ? SMALL : LARGE);
  }

  /**
   * Opens the file of a limit, and creates it on first use.
   *
   * @param op {@code R} or {@code B}
   */
  static LogLimits open(Path folder, String op) throws IOException {
    return new LogLimits(channel(folder, op), op.equals("R"));
  }

  /**
   * Measures both limits.
   *
   * @param sizes milliseconds of warm-up and of measurement, for each of the two
   */
  static Figures measure(Path folder, int[] sizes) throws Exception {
    try (LogLimits small = open(folder, "R");
        LogLimits large = open(folder, "B")) {
      Rate forces = LogTimer.time(sizes[0], sizes[1], small::write);
      Rate writes = LogTimer.time(sizes[0], sizes[1], large::write);
      return Figures.of(Map.of("R", forces.fields(small.unit(), 1), "B", writes.fields(large.unit(), LARGE)));
    }
  }

  /** The fastest slice of a short measurement of {@code R}. */
  static double fastest(Path folder, int millis) throws Exception {
    try (LogLimits small = open(folder, "R")) {
      return LogTimer.time(0, millis, small::write).hi();
    }
  }

  String unit() {
    return small ? "records/s" : "B/s";
  }

  /** The limit, measured for about this time, at least with one write. */
  double look(long nanos) throws IOException {
    long writes = 0;
    long begun = System.nanoTime();
    long took;
    do {
      writes += write();
      took = System.nanoTime() - begun;
    } while (took < nanos);
    return writes * 1e9 / took * (small ? 1 : LARGE);
  }

  /** One write with an fsync. Continues at the start after the end of the file. */
  private int write() throws IOException {
    write(channel, payload.clear(), position);
    channel.force(false);
    position = (position + payload.capacity()) % FILE;
    return 1;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static FileChannel channel(Path folder, String op) throws IOException {
    Files.createDirectories(folder);
    FileChannel channel =
        FileChannel.open(folder.resolve("limit-" + op + ".bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

  private static void write(FileChannel channel, ByteBuffer buffer, long at) throws IOException {
    while (buffer.hasRemaining()) at += channel.write(buffer, at);
  }
}
