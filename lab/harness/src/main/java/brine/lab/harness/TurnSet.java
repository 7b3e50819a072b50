package brine.lab.harness;

import brine.lab.peer.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cases of a plan, prepared for turns. Cases that cannot be prepared have reported why, and are not among them. */
final class TurnSet {
  private final List<Turn> turns = new ArrayList<>();

  private TurnSet() {}

  List<Turn> turns() {
    return turns;
  }

  /** Prepares one case of the plan. */
  private interface Preparation {
    List<Turn> prepare(List<Plan.Cell> cells) throws Exception;
  }

  static TurnSet of(Plan plan, Lines lines) {
    try {
      return codecs(plan, lines);
    } catch (Throwable failure) {
      failure.printStackTrace();
      lines.failed(plan.cells(), Outcome.of(failure));
      return new TurnSet();
    }
  }

  private TurnSet prepared(Plan plan, Lines lines, Preparation preparation) {
    Map<String, List<Plan.Cell>> cases = new LinkedHashMap<>();
    for (Plan.Cell cell : plan.cells()) cases.computeIfAbsent(cell.key(), key -> new ArrayList<>()).add(cell);
    for (List<Plan.Cell> cells : cases.values()) {
      lines.begin(cells.get(0));
      try {
        turns.addAll(preparation.prepare(cells));
      } catch (Throwable failure) {
        failure.printStackTrace();
        lines.failed(cells, Outcome.of(failure));
      }
    }
    return this;
  }

  private static TurnSet codecs(Plan plan, Lines lines) {
    Peer peer = Peers.of(plan.library());
    return new TurnSet()
        .prepared(
            plan,
            lines,
            cells -> {
              Plan.Cell first = cells.get(0);
              Prepared prepared =
                  Prepared.open(peer, plan.library(), first.study(), first.name(), Peers.input(plan.siteData()));
              if (!prepared.outcome.ok() && !plan.keepWrong()) {
                lines.failed(cells, prepared.outcome);
                return List.of();
              }
              List<Turn> turns = new ArrayList<>();
              for (Plan.Cell cell : cells) turns.add(new CodecTurn(cell, prepared));
              return turns;
            });
  }
}
