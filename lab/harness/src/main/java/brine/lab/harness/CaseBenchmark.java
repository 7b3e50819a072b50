package brine.lab.harness;

import brine.lab.peer.Rebuild;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The only benchmark class. An operation is a whole case: one site, an event list message by message, or a site rebuilt
 * from its events. One JVM measures one library, so the calls through {@code Format} stay monomorphic per kind of case.
 */
@State(Scope.Thread)
public class CaseBenchmark {
  /** Checked cases by key, set before JMH starts in this same JVM. */
  static volatile Map<String, Prepared> ready = Map.of();

  /** The cost of the latest iteration to the benchmark's own thread. */
  static volatile Cost cost = new Cost(1, 0, 0);

  /** Why the current cell failed, if it did. */
  static volatile Throwable failure;

  record Cost(long operations, long cpuNanos, long allocatedBytes) {}

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Param("") public String name;

  private Prepared prepared;
  private long operations;
  private long cpuBefore;
  private long allocatedBefore;

  @Setup(Level.Trial)
  public void find() {
    use(ready.get(name));
  }

  /** Sets the case for the next operations. */
  void use(Prepared found) {
    prepared = found;
  }

  @Setup(Level.Iteration)
  public void start() {
    operations = 0;
    allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
    cpuBefore = THREADS.getCurrentThreadCpuTime();
  }

  @TearDown(Level.Iteration)
  public void stop() {
    long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
    cost = new Cost(Math.max(1, operations), cpu, allocated);
  }

  @Benchmark
  public void encode(Blackhole hole) throws Exception {
    operations++;
    try {
      prepared.format.begin();
      for (Object value : prepared.values) hole.consume(prepared.format.write(value));
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    }
  }

  @Benchmark
  public void decode(Blackhole hole) throws Exception {
    operations++;
    byte[][] encoded = prepared.encoded;
    try {
      // In a loop of its own, so that the call below stays monomorphic.
      if (prepared.format instanceof Rebuild rebuild) hole.consume(rebuild.rebuild(encoded));
      else for (int i = 0; i < encoded.length; i++) hole.consume(prepared.format.decode(encoded[i], i));
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    }
  }
}
