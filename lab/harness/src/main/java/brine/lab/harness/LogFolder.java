package brine.lab.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders for a single use. */
final class LogFolder {
  private static final int ATTEMPTS = 100;

  private LogFolder() {}

  /**
   * Copies the files of a folder, which may be written meanwhile, to a new folder. Begins again when a file has gone
   * since the folder was listed: a store may rename one that it has prepared. The copy ends with an fsync, so that
   * opening it does not wait for the copy to reach the disk.
   */
  static void copy(Path from, Path to) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        copyOnce(from, to);
        return;
      } catch (NoSuchFileException gone) {
        if (attempt == ATTEMPTS || !Files.exists(from)) throw gone;
      } catch (UncheckedIOException failed) {
        boolean isGone = failed.getCause() instanceof NoSuchFileException && Files.exists(from);
        if (attempt == ATTEMPTS || !isGone) throw failed.getCause();
      }
      delete(to);
    }
  }

  private static void copyOnce(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.copy(file, copy);
        if (Files.isRegularFile(copy)) force(copy);
      }
    }
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Creates an empty folder and deletes previous content. */
  static Path create(Path folder) throws IOException {
    delete(folder);
    return Files.createDirectories(folder);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder))
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
      }
  }
}
