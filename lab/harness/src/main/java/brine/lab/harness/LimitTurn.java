package brine.lab.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the disk can do without any library: {@code R} or {@code B} of {@link LogLimits}, between the others' turns. */
final class LimitTurn implements Turn {
  private final Path folder;
  private final Plan.Cell cell;

  LimitTurn(Path folder, Plan.Cell cell) {
    this.folder = folder;
    this.cell = cell;
  }

  @Override
  public List<Plan.Cell> cells() {
    return List.of(cell);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(cell.op(), cell.op().equals("R") ? "records/s" : "B/s");
  }

  @Override
  public boolean warms() {
    return false;
  }

  @Override
  public Played play(long nanos) throws Exception {
    double value = LogLimits.one(folder, cell.op(), (int) Math.max(1, nanos / 1_000_000));
    return new Played(Outcome.OK, Map.of(cell.op(), value), 1, -1);
  }
}
