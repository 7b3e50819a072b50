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
 * turn ID MICROS       one turn of the cell with that number
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
  private final Map<Integer, CodecTurn> turns = new LinkedHashMap<>();

  private TurnRun(Lines lines, List<CodecTurn> turns) {
    this.lines = lines;
    for (CodecTurn turn : turns) this.turns.put(turn.cell().id(), turn);
  }

  static void run(Plan plan, InputStream input, Lines lines) throws Exception {
    lines.begin(plan.cells().get(0));
    TurnRun run = new TurnRun(lines, CodecTurn.prepare(plan, lines));
    run.event("ready");
    run.obey(new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)));
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
  private void failed(CodecTurn turn, Outcome outcome) {
    turns.remove(turn.cell().id());
    lines.failed(List.of(turn.cell()), outcome);
  }

  /** A case that is being warmed: its costs so far, and the time spent on it. */
  private static final class Warming {
    final CodecTurn turn;
    final Steady steady = new Steady();
    long spent;

    Warming(CodecTurn turn) {
      this.turn = turn;
    }

    /** A case whose operations are long needs longer until there are enough of them to see a trend. */
    boolean isGivenUp(long most) {
      return spent >= most && (steady.size() >= Steady.LEAST || spent >= PATIENCE * most);
    }
  }

  /**
   * All cases get the same time, in small parts, so that the code of each is compiled beside that of the others. A case
   * leaves once it is steady while the compilers rest, or has had its time.
   */
  private void warm(long least, long most) {
    List<Warming> left = new ArrayList<>();
    for (CodecTurn turn : turns.values()) left.add(new Warming(turn));
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
    event("warm");
  }

  /** Whether a case needs no more warm-up; reports it if so. */
  private boolean isEnough(Warming warming, long least, long most, boolean resting) {
    boolean settled = warming.steady.reached();
    boolean enough = settled && resting && warming.spent >= least;
    if (!enough && !warming.isGivenUp(most)) return false;
    JsonObject line = new JsonObject();
    line.addProperty("event", "settled");
    line.addProperty("id", warming.turn.cell().id());
    line.addProperty("settled", settled);
    line.addProperty("seconds", warming.spent / 1e9);
    lines.write(line);
    return true;
  }

  private void turn(int id, long nanos) {
    CodecTurn turn = turns.get(id);
    JsonObject line = new JsonObject();
    line.addProperty("event", "turn");
    line.addProperty("id", id);
    if (turn != null)
      try {
        CodecTurn.Played played = turn.play(nanos);
        line.addProperty("nanos", played.nanos());
        line.addProperty("cost", played.cost());
        line.addProperty("allocated", played.allocated());
      } catch (Throwable failure) {
        failure.printStackTrace();
        failed(turn, Outcome.of(failure));
      }
    lines.write(line);
  }

  private void check() {
    for (CodecTurn turn : List.copyOf(turns.values())) {
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
