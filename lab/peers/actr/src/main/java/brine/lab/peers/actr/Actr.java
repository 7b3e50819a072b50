package brine.lab.peers.actr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The part of actr that the study calls, found by name once, when this class is first used. The handles are constants
 * to the compiler, so a call through them costs what a plain call does.
 */
final class Actr {
  private static final String PACKAGE = "com.zakgof.actr.";
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  private static final MethodHandle COMMON_POOL;
  private static final MethodHandle EXECUTOR;
  private static final MethodHandle NEW_SYSTEM;
  private static final MethodHandle CURRENT;
  private static final MethodHandle ACTOR_OF;
  private static final MethodHandle SHUTDOWN;
  private static final MethodHandle TELL;
  private static final MethodHandle ASK;

  static {
    try {
      Class<?> actr = type("Actr");
      Class<?> schedulers = type("Schedulers");
      Class<?> scheduler = type("IActorScheduler");
      Class<?> system = type("IActorSystem");
      Class<?> ref = type("IActorRef");
      COMMON_POOL =
          LOOKUP
              .findStatic(schedulers, "newForkJoinPoolScheduler", MethodType.methodType(scheduler, int.class))
              .asType(MethodType.methodType(Object.class, int.class));
      EXECUTOR =
          LOOKUP
              .findStatic(
                  schedulers,
                  "newExecutorBasedScheduler",
                  MethodType.methodType(scheduler, ExecutorService.class, int.class))
              .asType(MethodType.methodType(Object.class, ExecutorService.class, int.class));
      NEW_SYSTEM =
          LOOKUP
              .findStatic(actr, "newSystem", MethodType.methodType(system, String.class, scheduler))
              .asType(MethodType.methodType(Object.class, String.class, Object.class));
      CURRENT = LOOKUP.findStatic(actr, "current", MethodType.methodType(ref)).asType(MethodType.methodType(Object.class));
      ACTOR_OF =
          LOOKUP
              .findVirtual(system, "actorOf", MethodType.methodType(ref, Supplier.class))
              .asType(MethodType.methodType(Object.class, Object.class, Supplier.class));
      SHUTDOWN =
          LOOKUP
              .findVirtual(system, "shutdown", MethodType.methodType(CompletableFuture.class))
              .asType(MethodType.methodType(CompletableFuture.class, Object.class));
      TELL =
          LOOKUP
              .findVirtual(ref, "tell", MethodType.methodType(void.class, Consumer.class))
              .asType(MethodType.methodType(void.class, Object.class, Consumer.class));
      ASK =
          LOOKUP
              .findVirtual(ref, "ask", MethodType.methodType(CompletableFuture.class, Function.class))
              .asType(MethodType.methodType(CompletableFuture.class, Object.class, Function.class));
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException("the jar is not an actr that the study knows: " + missing, missing);
    }
  }

  private Actr() {}

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name);
  }

  /** A scheduler on the JVM's common pool, as the published benchmark uses it. */
  static Object commonPool(int throughput) {
    try {
      return (Object) COMMON_POOL.invokeExact(throughput);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  static Object scheduler(ExecutorService executor, int throughput) {
    try {
      return (Object) EXECUTOR.invokeExact(executor, throughput);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  static Object newSystem(String name, Object scheduler) {
    try {
      return (Object) NEW_SYSTEM.invokeExact(name, scheduler);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  /** The reference of the actor that runs. */
  static Object current() {
    try {
      return (Object) CURRENT.invokeExact();
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  static Object actorOf(Object system, Supplier<?> constructor) {
    try {
      return (Object) ACTOR_OF.invokeExact(system, constructor);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  /** Stops the system; complete when every actor has ended. */
  static CompletableFuture<?> shutdown(Object system) {
    try {
      return (CompletableFuture<?>) SHUTDOWN.invokeExact(system);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  static void tell(Object ref, Consumer<?> action) {
    try {
      TELL.invokeExact(ref, action);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  static CompletableFuture<?> ask(Object ref, Function<?, ?> action) {
    try {
      return (CompletableFuture<?>) ASK.invokeExact(ref, action);
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) throw error;
    if (failure instanceof RuntimeException exception) throw exception;
    return new IllegalStateException(failure);
  }
}
