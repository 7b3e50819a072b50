package brine.lab.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much of files that are filled with zeros ahead is used, as anybody can see from outside. The rows of Brine's
 * journal count their bytes on disk with it. Stateless and thread-safe.
 */
public final class UsedBytes {
  private static final int CHUNK = 1 << 16;
  private static final String SEGMENT = ".seg";

  private UsedBytes() {}

  /**
   * Bytes of a journal's segments, each up to its last byte that is not zero. Reads the zeros at the end of each file.
   *
   * @param folder the folder of the journal; other files in it do not count
   */
  public static long ofSegments(Path folder) throws IOException {
    List<Path> segments;
    try (Stream<Path> files = Files.list(folder)) {
      segments = files.filter(file -> file.getFileName().toString().endsWith(SEGMENT)).toList();
    }
    long sum = 0;
    for (Path segment : segments) sum += of(segment);
    return sum;
  }

  private static long of(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
      for (long end = channel.size(); end > 0; ) {
        long start = Math.max(0, end - CHUNK);
        buffer.clear().limit((int) (end - start));
        while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) >= 0) {}
        for (int last = buffer.position() - 1; last >= 0; last--) if (buffer.get(last) != 0) return start + last + 1;
        end = start;
      }
      return 0;
    }
  }
}
