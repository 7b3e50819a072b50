package brine.lab.peer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Decides whether actors that always have something to do are busy or rest. An actor asks for each message whether it
 * sends itself another one. They are busy at first. Thread-safe, but one thread at a time lets them rest and wakes
 * them.
 */
public final class Heat {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long LOOK_NANOS = 50_000;

  private final int actors;
  private final AtomicInteger busy;
  private volatile boolean on = true;

  /**
   * @param actors number of the actors, each with one message
   */
  public Heat(int actors) {
    this.actors = actors;
    this.busy = new AtomicInteger(actors);
  }

  /** Whether the actor that asks sends itself another message. If not, it rests until it gets one from outside. */
  public boolean isOn() {
    if (on) return true;
    busy.decrementAndGet();
    return false;
  }

  /** Lets the actors rest, and returns when none of them has a message. */
  public void rest() {
    on = false;
    long until = System.nanoTime() + PATIENCE_NANOS;
    while (busy.get() > 0) {
      if (System.nanoTime() - until > 0)
        throw new IllegalStateException(busy.get() + " of " + actors + " busy actors handled no message within 20 s");
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /**
   * Makes them busy again.
   *
   * @param start sends each of the actors a message
   */
  public void wake(Runnable start) {
    busy.set(actors);
    on = true;
    start.run();
  }
}
