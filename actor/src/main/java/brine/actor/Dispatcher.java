package brine.actor;

import brine.actor.internal.support.Described;
import java.util.Objects;

/** Which threads run an actor: one of the constants, or a {@linkplain #pool pool} of your own. */
public final class Dispatcher {
  /**
   * The workers of the system, one per processor. They run actors with messages in the order in which
   * they became runnable.
   */
  public static final Dispatcher Default = new Dispatcher("Default", false);

  /**
   * Separate workers that run the newest actor first. Use it for trees of actors that divide a problem:
   * far fewer are alive at once.
   *
   * <p>Under load an actor waits for long: only one turn in 32 goes to the oldest one.
   */
  public static final Dispatcher NewestFirst = new Dispatcher("NewestFirst", false);

  /**
   * A virtual thread while there are messages, and no thread otherwise. Use it for handlers that block:
   * on files, drivers, locks, sleep or a blocking ask.
   *
   * <p>Slower than workers for handlers that do not block.
   */
  public static final Dispatcher Blocking = new Dispatcher("Blocking", false);

  private final String name;
  private final boolean isPool;

  private Dispatcher(String name, boolean isPool) {
    this.name = name;
    this.isPool = isPool;
  }

  /**
   * The workers of a pool that {@link ActorSystemSettings#withPool} adds to a system. They run only the actors
   * that name this pool, so those do not wait for others, nor others for them.
   *
   * <p>{@code spawn} throws an {@code IllegalArgumentException} if its system has no pool of this name.
   *
   * @param name name of the pool
   */
  public static Dispatcher pool(String name) {
    return new Dispatcher(Objects.requireNonNull(name, "name"), true);
  }

  /** The name of the pool, or that of the constant. */
  public String name() {
    return name;
  }

  /** Whether this is a pool of the settings, not one of the constants. */
  public boolean isPool() {
    return isPool;
  }

  /** Pools are equal if their names are. */
  @Override
  public boolean equals(Object other) {
    return this == other || isPool && other instanceof Dispatcher that && that.isPool && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return isPool ? name.hashCode() : System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return isPool ? "pool(" + Described.inLine(name) + ")" : name;
  }
}
