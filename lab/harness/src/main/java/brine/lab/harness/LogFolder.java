package brine.lab.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that are made for one use. */
final class LogFolder {
  private LogFolder() {}

  /** Copies the files of a folder, which may be written meanwhile, to a folder that is made for them. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) Files.copy(file, to.resolve(from.relativize(file).toString()));
    }
  }

  /** An empty folder, whatever was there before. */
  static Path create(Path folder) throws IOException {
    if (Files.exists(folder))
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
      }
    return Files.createDirectories(folder);
  }
}
