package brine.jdbc.internal.sql

/** How a database wakes readers that wait for events of a log, in all processes. A signal says that there may be
  * events, not how many. Some may get lost. Thread-safe.
  */
private[jdbc] trait Signals:
  /** Listens from now on: signals that others send after this get here.
    *
    * @return
    *   None if no signal would reach this connection
    */
  def listen(session: Session): Option[Signals.Listener]

  /** Wakes all that listen. Must not be part of a transaction.
    *
    * @return
    *   whether anybody may listen
    */
  def send(session: Session): Boolean

private[jdbc] object Signals:
  /** Hears signals on a connection. For one thread at a time. */
  trait Listener:
    /** Waits for a signal, at most this long. Returns whether there was one. */
    def await(millis: Int): Boolean

    /** Listens no longer. If that fails, nobody else may use the connection. */
    def end(): Unit
