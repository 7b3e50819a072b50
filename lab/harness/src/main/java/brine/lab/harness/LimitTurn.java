package brine.lab.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the disk can do without any library, {@code R} or {@code B} of {@link LogLimits}, between the others' turns. */
final class LimitTurn implements Turn {
  private final Plan.Cell cell;
  private final LogLimits limits;

  private LimitTurn(Plan.Cell cell, LogLimits limits) {
    this.cell = cell;
    this.limits = limits;
  }

  static boolean measures(Plan.Cell cell) {
    return cell.name().startsWith("limit");
  }

  /** Each limit has a file of its own in the folder. */
  static LimitTurn open(Path folder, Plan.Cell cell) throws IOException {
    return new LimitTurn(cell, LogLimits.open(folder, cell.op()));
  }

  @Override
  public List<Plan.Cell> cells() {
    return List.of(cell);
  }

  @Override
  public String unit(String op) {
    return limits.unit();
  }

  /** A write waits for the disk, whose times have trends of their own. */
  @Override
  public boolean settles() {
    return false;
  }

  @Override
  public Played play(long nanos) throws Exception {
    return new Played(Map.of(cell.op(), limits.look(nanos)), 1, 0);
  }

  @Override
  public void close() throws Exception {
    limits.close();
  }
}
