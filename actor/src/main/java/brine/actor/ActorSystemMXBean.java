package brine.actor;

import java.util.List;
import java.util.Map;

/** What {@link ActorSystemMBean} shows of a system. Reading it stops no actor. */
public interface ActorSystemMXBean {
  /** Number of handled messages since the system started. */
  long getHandled();

  /** Number of handlers that threw. */
  long getFailures();

  /** Number of dead letters by reason. */
  Map<String, Long> getDeadLetters();

  /** The measurements by kind of actor; empty unless the settings have {@code withMetricsEvery}. */
  List<Kind> getKinds();

  /**
   * The tree of the first actors, as text: see {@link ActorSystem#dump}.
   *
   * @param most number of actors at which to stop, from 1 to 1,000,000
   */
  String dump(int most);

  /** The measurements of one kind of actors: {@link ActorMetrics}, with times in nanoseconds. */
  final class Kind {
    private final ActorMetrics metrics;

    Kind(ActorMetrics metrics) {
      this.metrics = metrics;
    }

    public String getKind() {
      return metrics.kind();
    }

    public long getAlive() {
      return metrics.alive();
    }

    public long getSpawned() {
      return metrics.spawned();
    }

    public long getHandled() {
      return metrics.handled();
    }

    public long getFailures() {
      return metrics.failures();
    }

    public long getWaiting() {
      return metrics.waiting();
    }

    public long getQueueNanosMedian() {
      return metrics.queueTime().percentileNanos(0.5);
    }

    public long getQueueNanos99() {
      return metrics.queueTime().percentileNanos(0.99);
    }

    public long getQueueNanosMax() {
      return metrics.queueTime().maxNanos();
    }

    public long getHandlerNanosMedian() {
      return metrics.handlerTime().percentileNanos(0.5);
    }

    public long getHandlerNanos99() {
      return metrics.handlerTime().percentileNanos(0.99);
    }

    public long getHandlerNanosMax() {
      return metrics.handlerTime().maxNanos();
    }
  }
}
