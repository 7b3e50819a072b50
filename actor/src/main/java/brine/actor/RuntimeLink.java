package brine.actor;

/**
 * Where the classes of this package find the runtime, which is built on them. They know its type only, and this is the
 * one place that names its class, so no package needs another in a circle.
 *
 * <p>The class is initialized, and nothing is called by reflection: that would load much of the JDK.
 */
final class RuntimeLink {
  /** The runtime. Constant, so the JIT compiler puts its methods into their callers. */
  static final ActorRuntime LIVE = load();

  private RuntimeLink() {}

  private static ActorRuntime load() {
    try {
      Class.forName("brine.actor.internal.system.LiveRuntime$");
    } catch (ClassNotFoundException failure) {
      throw new IllegalStateException("the runtime of the actors is not on the class path: add brine-actor", failure);
    }
    return Registered.runtime;
  }

  /** Apart, so that a runtime can register before anybody asks for it. */
  private static final class Registered {
    private static ActorRuntime runtime;
  }

  /** Called by the runtime when it is initialized. */
  static void register(ActorRuntime runtime) {
    Registered.runtime = runtime;
  }
}
