package brine.lab.harness;

import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The child's side of a measurement in turns. It prepares and checks its cases, writes the event {@code ready}, and
 * then obeys one line of its input after the other:
 *
 * <pre>
 * warm LEAST MOST      warms all cases until their costs are steady: at least and at most that many milliseconds a case
 * turn ID MICROS       one turn of what begins with the cell of that number
 * check                checks what all turns have done, and reports figures of all turns together
 * </pre>
 *
 * The end of the input ends the child. Between two lines it does nothing, so that other children have the machine.
 */
final class TurnRun {
  /** Length of a batch of the warm-up. */
  private static final long BATCH_NANOS = 20_000_000;

  /** A case with long operations may take this multiple of the longest warm-up. */
  private static final int PATIENCE = 3;

  private final Lines lines;
  private final Map<Integer, Turn> turns = new LinkedHashMap<>();

  private TurnRun(Lines lines, List<Turn> turns) {
    this.lines = lines;
    for (Turn turn : turns) this.turns.put(id(turn), turn);
  }

  static void run(Plan plan, InputStream input, Lines lines) throws Exception {
    lines.begin(plan.cells().get(0));
    try (TurnSet set = TurnSet.of(plan, lines)) {
      TurnRun run = new TurnRun(lines, set.turns());
      run.event("ready");
      run.obey(new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)));
    }
  }

  private static int id(Turn turn) {
    return turn.cells().get(0).id();
  }

  private void obey(BufferedReader input) throws IOException {
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "warm" -> warm(Long.parseLong(words[1]) * 1_000_000, Long.parseLong(words[2]) * 1_000_000);
        case "turn" -> turn(Integer.parseInt(words[1]), Long.parseLong(words[2]) * 1000);
        case "check" -> check();
        default -> throw new IllegalArgumentException("no such command: " + line);
      }
    }
  }

  private void event(String name) {
    JsonObject line = new JsonObject();
    line.addProperty("event", name);
    lines.write(line);
  }

  /** Reports a case that failed, and takes it out of the turns. */
  private void failed(Turn turn, Outcome outcome) {
    turns.remove(id(turn));
    lines.failed(turn.cells(), outcome);
  }

  /** A case that is being warmed: its costs so far, and the time spent on it. */
  private static final class Warming {
    final Turn turn;
    final Steady steady = new Steady();
    long spent;

    Warming(Turn turn) {
      this.turn = turn;
    }

    /** A case whose operations are long needs longer until there are enough of them to see whether a trend ends. */
    boolean isGivenUp(long most) {
      return spent >= most && (steady.size() >= 2 * Steady.LEAST || spent >= PATIENCE * most);
    }
  }

  /**
   * All cases get the same time, in small parts, so that the code of each is compiled beside that of the others. A case
   * leaves once it is steady while the compilers rest, or has had its time.
   */
  private void warm(long least, long most) {
    List<Warming> left = new ArrayList<>();
    for (Turn turn : turns.values()) left.add(new Warming(turn));
    Bystanders bystanders = new Bystanders();
    long told = System.nanoTime();
    while (!left.isEmpty()) {
      Warming warming = Collections.min(left, Comparator.comparingLong(each -> each.spent));
      long begun = System.nanoTime();
      try {
        warming.steady.add(warming.turn.play(BATCH_NANOS).cost());
      } catch (Throwable failure) {
        failure.printStackTrace();
        left.remove(warming);
        failed(warming.turn, Outcome.of(failure));
      }
      warming.spent += System.nanoTime() - begun;
      boolean resting = bystanders.rest();
      left.removeIf(each -> isEnough(each, least, most, resting));
      if (System.nanoTime() - told > 1_000_000_000L) {
        told = System.nanoTime();
        lines.alive();
      }
    }
    for (Turn turn : turns.values()) turn.begin();
    event("warm");
  }

  /** Whether a case needs no more warm-up; reports it if so. */
  private boolean isEnough(Warming warming, long least, long most, boolean resting) {
    boolean settled = !warming.turn.settles() || warming.steady.reached() && warming.turn.isCompiled();
    boolean alone = warming.turn.settles() && warming.turn.isSingleThreaded();
    boolean enough = settled && (resting || !alone) && warming.spent >= least;
    if (!enough && !warming.isGivenUp(most)) return false;
    JsonObject line = new JsonObject();
    line.addProperty("event", "settled");
    line.addProperty("id", id(warming.turn));
    line.addProperty("settled", settled);
    line.addProperty("seconds", warming.spent / 1e9);
    lines.write(line);
    return true;
  }

  private void turn(int id, long nanos) {
    Turn turn = turns.get(id);
    JsonObject line = new JsonObject();
    line.addProperty("event", "turn");
    line.addProperty("id", id);
    if (turn != null)
      try {
        Turn.Played played = turn.play(nanos);
        JsonObject figures = new JsonObject();
        JsonObject units = new JsonObject();
        for (Plan.Cell cell : turn.cells()) {
          if (!turn.isPooled(cell.op())) figures.addProperty(cell.op(), figure(played, cell));
          units.addProperty(cell.op(), turn.unit(cell.op()));
        }
        line.add("figures", figures);
        line.add("units", units);
        line.addProperty("cost", played.cost());
        line.addProperty("allocated", played.allocated());
      } catch (Throwable failure) {
        failure.printStackTrace();
        failed(turn, Outcome.of(failure));
      }
    lines.write(line);
  }

  private static double figure(Turn.Played played, Plan.Cell cell) {
    Double figure = played.figures().get(cell.op());
    if (figure == null) throw new IllegalStateException("case " + cell.name() + " has no figure called " + cell.op());
    return figure;
  }

  private void check() {
    for (Turn turn : List.copyOf(turns.values())) {
      Outcome outcome;
      try {
        outcome = turn.check();
      } catch (Throwable failure) {
        failure.printStackTrace();
        outcome = Outcome.of(failure);
      }
      lines.alive();
      if (outcome.ok()) pooled(turn);
      else failed(turn, outcome);
    }
    event("checked");
  }

  private void pooled(Turn turn) {
    for (Plan.Cell cell : turn.cells())
      if (turn.isPooled(cell.op())) {
        Turn.Pooled pooled = turn.pooled(cell.op());
        JsonObject line = new JsonObject();
        line.addProperty("event", "pooled");
        line.addProperty("id", cell.id());
        line.addProperty("value", pooled.value());
        line.addProperty("samples", pooled.samples());
        lines.write(line);
      }
  }
}
