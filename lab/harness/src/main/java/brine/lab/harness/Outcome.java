package brine.lab.harness;

/** The status of a cell, as in the results file, and its reason in one line. */
record Outcome(String status, String note) {
  static final Outcome OK = new Outcome("ok", "");

  boolean ok() {
    return status.equals("ok");
  }

  static Outcome of(Throwable failure) {
    if (failure instanceof UnsupportedOperationException && failure.getMessage() != null && !thrownByTheJdk(failure))
      return new Outcome("unsupported", line(failure.getMessage()));
    if (failure instanceof WrongResult) return new Outcome("wrong", line(failure.getMessage()));
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) return new Outcome("oom", line(describe(cause)));
      if (cause.getCause() == cause) break;
    }
    Throwable told = failure;
    while (wrapsOnly(told)) told = told.getCause();
    return new Outcome("crashed", line(describe(told)));
  }

  /** The JDK also throws it, for instance if memory access is denied: that is a crash, not a peer's refusal. */
  private static boolean thrownByTheJdk(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().matches("(java|jdk|sun)\\..*");
  }

  /** Wrappers without information of their own: the reader wants the cause. */
  private static boolean wrapsOnly(Throwable failure) {
    return failure.getCause() != null
        && (failure instanceof ExceptionInInitializerError
            || failure instanceof java.lang.reflect.InvocationTargetException
            || failure instanceof java.util.concurrent.ExecutionException
            || failure instanceof java.util.ServiceConfigurationError);
  }

  private static String describe(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  private static String line(String text) {
    String one = text.replaceAll("\\s+", " ").trim();
    return one.length() <= 240 ? one : one.substring(0, 237) + "...";
  }
}
