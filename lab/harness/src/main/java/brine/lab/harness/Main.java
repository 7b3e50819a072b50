package brine.lab.harness;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Entry point of a measured child JVM; the class path has the peer's entries first. Writes JSON lines to standard
 * output. Everything a peer prints goes to standard error, so that it cannot be mistaken for a result.
 *
 * <pre>
 * describe                          the libraries on the class path
 * first LIBRARY STUDY CASE [DIR]    one message out and back, as early as possible
 * prepare LIBRARY DIR               unpacks the server of a store, once for all that open it
 * run PLAN                          the cells of a plan file
 * turns PLAN                        the cells of a plan file in turns, as the standard input says
 * </pre>
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    int code = 0;
    try {
      switch (args.length == 0 ? "" : args[0]) {
        case "first" -> FirstMessage.run(args, out);
        case "describe" -> Describe.run(new Lines(out));
        case "prepare" -> OpenStore.prepare(args);
        case "run" -> PlanRun.run(Plan.parse(Files.readString(Path.of(args[1]))), new Lines(out));
        case "turns" -> TurnRun.run(Plan.parse(Files.readString(Path.of(args[1]))), System.in, new Lines(out));
        default -> {
          System.err.println("usage: describe | first LIBRARY STUDY CASE [DIR] | prepare LIBRARY DIR | run PLAN | turns PLAN");
          code = 2;
        }
      }
    } catch (Throwable failure) {
      failure.printStackTrace();
      code = 1;
    }
    out.flush();
    // A peer may have left threads behind; the child ends when its work is done.
    Runtime.getRuntime().halt(code);
  }
}
