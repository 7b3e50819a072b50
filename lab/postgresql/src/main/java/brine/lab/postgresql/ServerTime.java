package brine.lab.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Processor time that a server has taken. It runs as a daemon, so the system does not add its time to that of the
 * program that started it. Without this, a run of the lab would take its own servers for other programs.
 */
final class ServerTime {
  /** The name of the file to which each server appends a line: ticks of the system's clock. */
  static final String FILE = "server-ticks";

  private ServerTime() {}

  /** Appends the ticks of the server whose data are in a folder; nothing where the system has no {@code /proc}. */
  static void record(Path data, Path kept) {
    try {
      long server = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
      ProcessHandle handle = ProcessHandle.of(server).orElseThrow();
      long ticks = sum(() -> processes(handle), ServerTime::ticks);
      Files.writeString(
          kept.resolve(FILE), ticks + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException | RuntimeException noSuchSystem) {
      // The share of other programs is then too large: the careful side.
    }
  }

  /** The ids of a process and of all that it has started, which did not end. */
  private static Set<Long> processes(ProcessHandle handle) {
    try (Stream<ProcessHandle> children = handle.descendants()) {
      return Stream.concat(Stream.of(handle), children).map(ProcessHandle::pid).collect(Collectors.toSet());
    }
  }

  /**
   * The ticks of all processes. One that ends meanwhile would count twice or not at all, because its ticks become those
   * of its parent's ended children; then all is read again.
   *
   * @param processes which processes there are now
   * @param ticks of a process and its children that have ended
   */
  static long sum(Supplier<Set<Long>> processes, ToLongFunction<Long> ticks) {
    Set<Long> before;
    long sum;
    int attempt = 0;
    do {
      before = processes.get();
      sum = before.stream().mapToLong(ticks).sum();
      attempt++;
    } while (attempt < 1_000 && !before.equals(processes.get()));
    return sum;
  }

  /** Of a process and its children that have ended; 0 if it is gone. */
  private static long ticks(Long pid) {
    try {
      String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name of the program may contain anything; after it and the state, the times are the 12th to 15th field.
      String[] fields = line.substring(line.lastIndexOf(')') + 1).trim().split(" +");
      long sum = 0;
      for (int i = 11; i < 15; i++) sum += Long.parseLong(fields[i]);
      return sum;
    } catch (IOException gone) {
      return 0;
    }
  }
}
