package brine.lab.harness;

import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * turn ID MICROS       one turn of the case whose first cell has that number
 * check                checks that all cases still give right results
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
    TurnRun run = new TurnRun(lines, TurnSet.of(plan, lines).turns());
    run.event("ready");
    run.obey(new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)));
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

  /** All cases get the same time, in small parts, so that the code of each is compiled beside that of the others. */
  private void warm(long least, long most) {
    Map<Turn, Steady> warming = new LinkedHashMap<>();
    Map<Turn, Long> spent = new LinkedHashMap<>();
    for (Turn turn : turns.values()) {
      warming.put(turn, new Steady());
      spent.put(turn, 0L);
    }
    Bystanders bystanders = new Bystanders();
    long told = System.nanoTime();
    while (!isWarm(warming, spent, least, most, bystanders.rest())) {
      Turn turn = warming.keySet().stream().min(Comparator.comparing(spent::get)).orElseThrow();
      long begun = System.nanoTime();
      Outcome outcome;
      try {
        Turn.Played played = turn.play(BATCH_NANOS);
        outcome = played.outcome();
        if (outcome.ok()) warming.get(turn).add(played.cost());
      } catch (Throwable failure) {
        failure.printStackTrace();
        outcome = Outcome.of(failure);
      }
      if (!outcome.ok()) {
        warming.remove(turn);
        failed(turn, outcome);
      }
      spent.merge(turn, System.nanoTime() - begun, Long::sum);
      if (System.nanoTime() - told > 1_000_000_000L) {
        told = System.nanoTime();
        lines.alive();
      }
    }
    warming.forEach(
        (turn, steady) -> {
          JsonObject line = new JsonObject();
          line.addProperty("event", "settled");
          line.addProperty("id", id(turn));
          line.addProperty("settled", steady.reached());
          line.addProperty("seconds", spent.get(turn) / 1e9);
          line.addProperty("batches", steady.size());
          lines.write(line);
        });
    event("warm");
  }

  /** Whether every case is steady while the compilers rest, or has had its time. */
  private static boolean isWarm(
      Map<Turn, Steady> warming, Map<Turn, Long> spent, long least, long most, boolean resting) {
    boolean steady = true;
    boolean over = true;
    for (Map.Entry<Turn, Steady> entry : warming.entrySet()) {
      long time = spent.get(entry.getKey());
      steady &= time >= least && resting && entry.getValue().reached();
      // A case whose operations are long needs longer until there are enough of them to see a trend.
      over &= time >= most && (entry.getValue().size() >= Steady.LEAST || time >= PATIENCE * most);
    }
    return steady || over;
  }

  private void turn(int id, long nanos) {
    Turn turn = turns.get(id);
    JsonObject line = new JsonObject();
    line.addProperty("event", "turn");
    line.addProperty("id", id);
    if (turn != null)
      try {
        Turn.Played played = turn.play(nanos);
        if (played.outcome().ok()) {
          JsonObject figures = new JsonObject();
          played.figures().forEach(figures::addProperty);
          line.add("figures", figures);
          line.addProperty("cost", played.cost());
          if (played.allocated() >= 0) line.addProperty("allocated", played.allocated());
          JsonObject units = new JsonObject();
          turn.units().forEach(units::addProperty);
          line.add("units", units);
        } else failed(turn, played.outcome());
      } catch (Throwable failure) {
        failure.printStackTrace();
        failed(turn, Outcome.of(failure));
      }
    lines.write(line);
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
      if (!outcome.ok()) failed(turn, outcome);
    }
    event("checked");
  }
}
