package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import brine.lab.peer.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a child measures in turns, prepared and checked. Cases that cannot be prepared have reported why, and are not
 * part of it.
 */
final class TurnSet implements AutoCloseable {
  private final List<Turn> turns = new ArrayList<>();
  private final AutoCloseable shared;

  private TurnSet(AutoCloseable shared) {
    this.shared = shared;
  }

  List<Turn> turns() {
    return turns;
  }

  /** Makes the turns of one case. */
  private interface Preparation {
    List<Turn> of(List<Plan.Cell> cells) throws Exception;
  }

  static TurnSet of(Plan plan, Lines lines) {
    try {
      return switch (plan.cells().get(0).study()) {
        case "log" -> logs(plan, lines);
        case "whole" -> entities(plan, lines);
        case "actors" -> actors(plan, lines);
        default -> codecs(plan, lines);
      };
    } catch (Throwable failure) {
      failure.printStackTrace();
      lines.failed(plan.cells(), Outcome.of(failure));
      return new TurnSet(() -> {});
    }
  }

  private static TurnSet codecs(Plan plan, Lines lines) {
    Peer peer = Peers.of(plan.library());
    return new TurnSet(() -> {}).prepare(plan, lines, cells -> CodecTurn.prepare(peer, plan, cells, lines));
  }

  private static TurnSet actors(Plan plan, Lines lines) throws Exception {
    ActorPrograms programs = ActorRun.programs(plan.library());
    return new TurnSet(() -> {}).prepare(plan, lines, cells -> List.of(ActorTurn.open(programs, cells)));
  }

  /** The limits of the disk belong to a child of their own, which opens no store. */
  private static TurnSet logs(Plan plan, Lines lines) {
    OpenStore store = new OpenStore(plan, lines);
    return new TurnSet(store)
        .prepare(
            plan,
            lines,
            cells -> {
              if (LimitTurn.measures(cells.get(0))) return List.of(LimitTurn.open(store.folder(), cells.get(0)));
              return LogTurn.prepare(store, cells, lines);
            });
  }

  /** As for logs. The cases of one child share some entities. */
  private static TurnSet entities(Plan plan, Lines lines) {
    OpenEntities open = new OpenEntities(plan, lines);
    return new TurnSet(open)
        .prepare(
            plan,
            lines,
            cells -> {
              if (LimitTurn.measures(cells.get(0))) return List.of(LimitTurn.open(open.folder(), cells.get(0)));
              return EntityTurn.prepare(open, cells, lines);
            });
  }

  private TurnSet prepare(Plan plan, Lines lines, Preparation preparation) {
    Map<String, List<Plan.Cell>> cases = new LinkedHashMap<>();
    for (Plan.Cell cell : plan.cells()) cases.computeIfAbsent(cell.key(), key -> new ArrayList<>()).add(cell);
    for (List<Plan.Cell> cells : cases.values()) {
      lines.begin(cells.get(0));
      try {
        turns.addAll(preparation.of(cells));
      } catch (Throwable failure) {
        failure.printStackTrace();
        lines.failed(cells, Outcome.of(failure));
      }
    }
    return this;
  }

  /** Closes the turns, then what they share. */
  @Override
  public void close() throws Exception {
    try {
      for (Turn turn : turns) turn.close();
    } finally {
      shared.close();
    }
  }
}
