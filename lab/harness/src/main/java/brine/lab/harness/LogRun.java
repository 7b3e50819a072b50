package brine.lab.harness;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs the cells of a plan of study {@code log}. The cells of one case are figures of the same run.
 */
final class LogRun {
  private final Plan plan;
  private final Lines lines;
  private final Path folder;
  private final Map<String, Figures> done = new HashMap<>();
  private final OpenStore store;

  /**
   * The figures of a case's run.
   *
   * @param byOp the fields of the cell for each operation
   */
  record Figures(Outcome outcome, Map<String, JsonObject> byOp) {
    static Figures failed(Outcome outcome) {
      return new Figures(outcome, Map.of());
    }

    static Figures of(Map<String, JsonObject> byOp) {
      return new Figures(Outcome.OK, byOp);
    }

    /** Replaces a figure that the library cannot have. */
    static JsonObject unsupported(String reason) {
      JsonObject fields = new JsonObject();
      fields.addProperty("unsupported", reason);
      return fields;
    }

    /** Replaces a figure that the run was too short for. */
    static JsonObject skipped(String reason) {
      JsonObject fields = new JsonObject();
      fields.addProperty("skipped", reason);
      return fields;
    }

    static JsonObject field(double value, String unit) {
      JsonObject fields = new JsonObject();
      fields.addProperty("value", value);
      fields.addProperty("unit", unit);
      return fields;
    }
  }

  private LogRun(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
    this.store = new OpenStore(plan, lines);
    this.folder = store.folder();
  }

  static void run(Plan plan, Lines lines) {
    LogRun run = new LogRun(plan, lines);
    try {
      run.run();
    } finally {
      run.store.close();
    }
  }

  private void run() {
    for (Plan.Cell cell : plan.cells()) {
      lines.begin(cell);
      Figures figures = done.computeIfAbsent(cell.name(), name -> measure(cell));
      lines.write(line(lines, cell, figures));
    }
  }

  /** The line of a cell whose case was measured. */
  static JsonObject line(Lines lines, Plan.Cell cell, Figures figures) {
    Outcome outcome = figures.outcome();
    JsonObject found = figures.byOp().get(cell.op());
    if (outcome.ok() && found == null)
      outcome = new Outcome("crashed", "case " + cell.name() + " has no figure called " + cell.op());
    for (String status : List.of("unsupported", "skipped"))
      if (outcome.ok() && found.has(status)) outcome = new Outcome(status, found.get(status).getAsString());
    JsonObject line = lines.cell(cell, outcome.status(), outcome.note());
    if (outcome.ok()) found.entrySet().forEach(field -> line.add(field.getKey(), field.getValue()));
    return line;
  }

  private Figures measure(Plan.Cell cell) {
    try {
      return switch (cell.name().replaceFirst("-.*", "")) {
        case "limit" -> LogLimits.measure(folder, cell.sizes());
        case "cunningham" -> beside(cell, new Cunningham(store.get(), lines));
        case "callers" -> {
          LogMatrix matrix = new LogMatrix(store, lines);
          yield cell.sizes()[0] == 1 ? beside(cell, matrix) : matrix.run(cell.name(), cell.sizes());
        }
        default -> new LogMatrix(store, lines).run(cell.name(), cell.sizes());
      };
    } catch (Throwable failure) {
      failure.printStackTrace();
      return Figures.failed(Outcome.of(failure));
    }
  }

  private Figures beside(Plan.Cell cell, Case run) throws Exception {
    return besideLimit(folder, cell, () -> run.run(cell.name(), cell.sizes()));
  }

  /**
   * Runs a case beside a measurement of the limit. One waiting caller cannot be faster than plain writes with an fsync,
   * which are measured right before and after it as well: other work may use the disk at either moment.
   */
  static Figures besideLimit(Path folder, Plan.Cell cell, Callable<Figures> run) throws Exception {
    int millis = Math.clamp(cell.sizes()[2] / 10, 5, 200);
    double before = LogLimits.fastest(folder, millis);
    Figures figures = run.call();
    double after = LogLimits.fastest(folder, millis);
    figures.byOp().values().forEach(fields -> fields.addProperty("limit", Math.max(before, after)));
    return figures;
  }

  /** Measures a case. */
  interface Case {
    Figures run(String name, int[] sizes) throws Exception;
  }
}
