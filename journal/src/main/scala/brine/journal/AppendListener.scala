package brine.journal

/** Receives the results of appends, with no allocation per append. Use it in runtimes with many appends in flight, such
  * as actor systems; other programs use [[Completion]].
  *
  * The journal calls it on its writer thread, in the order of the appends. While it runs, nothing is written, so it
  * must only hand the result over. An append that finds no room is refused as `Full`; `await`, `endSegment` and `close`
  * throw an `IllegalStateException`. An exception that it throws goes to the thread's handler of uncaught exceptions
  * and has no other effect.
  */
trait AppendListener:
  /** The append has completed.
    *
    * @param context
    *   the number that was passed with the append
    * @param first
    *   offset of the append's first event
    * @param last
    *   offset of the append's last event
    * @param version
    *   version of the stream after the append; of its last stream, if the append was to several
    * @param micros
    *   time at which the events were accepted, in microseconds since 1970: that of their records, which
    *   [[Micros.instant]] makes an instant
    */
  def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit

  /** The append was refused, or failed.
    *
    * @param context
    *   the number that was passed with the append
    * @param error
    *   the reason, and what to do
    */
  def rejected(context: Long, error: AppendError): Unit

  /** Ends a group: every append that completed together has been reported. Override it to hand results over in batches.
    */
  def endOfGroup(): Unit = ()
