package brine.lab.harness;

import brine.lab.peer.Peer;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One direction of one codec case that a child measures in turns with other children, through the same methods that
 * JMH calls in mode full. It stays prepared between turns and does nothing while it waits. Used by one thread.
 */
final class CodecTurn implements Turn {
  /** The clock is read about this often, so that reading it costs short operations nothing. */
  private static final long CLOCK_NANOS = 100_000;

  /** Work before the clock starts, which brings code and data back into the processor's caches. */
  private static final long LEAD_IN_NANOS = 2_000_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** JMH requires this sentence from code that creates a Blackhole itself. */
  private static final Blackhole HOLE =
      new Blackhole("Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

  private final Plan.Cell cell;
  private final Prepared prepared;
  private final CaseBenchmark benchmark = new CaseBenchmark();
  private final boolean encodes;
  private long between = 1;

  private CodecTurn(Plan.Cell cell, Prepared prepared) {
    this.cell = cell;
    this.prepared = prepared;
    this.encodes = cell.op().equals("encode");
    benchmark.use(prepared);
  }

  /** The turns of a case that was checked. A case that cannot take turns has reported why, and has none. */
  static List<Turn> prepare(Peer peer, Plan plan, List<Plan.Cell> cells, Lines lines) throws Exception {
    Prepared prepared = prepared(peer, plan, cells.get(0));
    if (!prepared.outcome.ok() && !plan.keepWrong()) {
      lines.failed(cells, prepared.outcome);
      return List.of();
    }
    return cells.stream().<Turn>map(cell -> new CodecTurn(cell, prepared)).toList();
  }

  private static Prepared prepared(Peer peer, Plan plan, Plan.Cell cell) throws Exception {
    return Prepared.open(peer, plan.library(), cell.study(), cell.name(), Peers.input(plan.siteData()));
  }

  @Override
  public List<Plan.Cell> cells() {
    return List.of(cell);
  }

  @Override
  public String unit(String op) {
    return "ns";
  }

  @Override
  public Played play(long nanos) throws Exception {
    work(Math.min(LEAD_IN_NANOS, nanos / 4));
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long cpu = THREADS.getCurrentThreadCpuTime();
    long begun = System.nanoTime();
    long operations = work(nanos);
    double took = System.nanoTime() - begun;
    double used = THREADS.getCurrentThreadCpuTime() - cpu;
    double made = THREADS.getCurrentThreadAllocatedBytes() - allocated;
    return new Played(Map.of(cell.op(), took / operations), used / operations, made / operations);
  }

  private long work(long nanos) throws Exception {
    long begun = System.nanoTime();
    long last = begun;
    long operations = 0;
    while (true) {
      for (long i = 0; i < between; i++)
        if (encodes) benchmark.encode(HOLE);
        else benchmark.decode(HOLE);
      operations += between;
      long now = System.nanoTime();
      if (now - last < CLOCK_NANOS / 2) between *= 2;
      else if (now - last > CLOCK_NANOS * 2 && between > 1) between /= 2;
      last = now;
      if (now - begun >= nanos) return operations;
    }
  }

  /**
   * Checks, after the last turn, that the case still gives right results: code that is compiled again, or a buffer that
   * is reused, may be wrong later than at first.
   */
  @Override
  public Outcome check() throws Exception {
    if (!prepared.outcome.ok()) return Outcome.OK; // a row run as published, which was wrong from the start
    return Prepared.check(prepared.format, prepared.values, Prepared.encodeAll(prepared.format, prepared.values));
  }
}
