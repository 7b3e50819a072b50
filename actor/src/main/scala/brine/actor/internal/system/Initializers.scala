package brine.actor.internal.system

/** Recognizes threads that initialize a class. Other threads that use the class wait for them. */
private[internal] object Initializers:
  /** The class that `thread` initializes, as far as its stack shows; none if it has ended or is null. */
  def of(thread: Thread): Option[String] =
    if thread == null then None
    else
      thread.getStackTrace
        .find(_.getMethodName == "<clinit>")
        .map(_.getClassName.stripSuffix("$"))
