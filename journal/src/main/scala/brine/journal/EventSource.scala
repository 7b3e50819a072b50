package brine.journal

/** The events of a store: what a store implements, so that [[EventLogReader]] can read and subscribe. Thread-safe.
  *
  * Opening a cursor finds no errors: the cursor reports them when it is read.
  */
trait EventSource:
  /** The events from an offset on that a filter selects.
    *
    * @param from
    *   offset of the first event to look at, which is one of those that are read. If it was deleted, reading is
    *   [[ReadError.Gone]]. From [[Offset.Begin]] on are all events that are kept
    */
  def events(filter: Filter.Basic, from: Offset): EventCursor

  /** The events from an offset on that a query selects. By default it reads those of a stream, of a tag or all, and
    * leaves out the others. A store that finds them faster overrides it.
    *
    * @param from
    *   as for [[events]]
    */
  def matching(query: Query, from: Offset): EventCursor = QueryCursor.of(this, query, from)

  /** The events of one stream from a version on, deletions of the stream and the events before them included.
    *
    * @param from
    *   first version to read. If it was deleted, reading is [[ReadError.Gone]]. From 0 on, or below, are all events
    *   that are kept
    */
  def stream(name: String, from: Long): EventCursor

  /** The version of a stream's last deletion that can be read: of the [[StreamDeleted]] event with its tag. 0 if there
    * is none. By default it asks [[matching]]. A store that knows it faster overrides it.
    */
  def deletedUpTo(stream: String): Long = StreamCursor.deletedUpTo(this, stream)

  /** Whether a stream may have been deleted, by an event that can be read or one that retention has deleted since the
    * source was first asked.
    */
  private[journal] def mayHaveDeletions: Boolean = true

  /** Offset of the last event that can be read, as far as is known without looking for it. It never decreases. */
  def visible: Offset

  /** Waits until events after this offset can be read, the source is closed, or the time has passed. Does nothing but
    * wait.
    *
    * @param nanos
    *   the longest time to wait, in nanoseconds; with 0 or less it does not wait
    * @return
    *   whether there are such events, or looking for them has failed: then the cursor says why
    * @throws InterruptedException
    *   if the thread is interrupted
    */
  def awaitBeyond(offset: Offset, nanos: Long): Boolean

  /** Whether the log is closed: no more events will come, and no more cursors are read. Cursors that were opened before
    * can be read on.
    */
  def isClosed: Boolean
