package brine.journal.replication

import brine.journal.{EventLogReader, StoreThread}
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Keeps a replica of a log: copies what is there, then each record as it becomes durable, with its stream, version,
  * time, tags, key, schema and bytes. Thread-safe.
  *
  * {{{
  * val follower = LogFollower.start(JournalReader.open(Path.of("data")), ReplicaTarget.folder(Path.of("replica")))
  * follower.status.lag // records that the replica does not have yet
  * follower.close()    // the replica has the beginning of the log
  * }}}
  *
  * A thread of the follower does the work. First it compares what the replica has with the log. If the log or the
  * replica cannot be reached, it tries again, unless that was so from the beginning. If they differ, it ends with a
  * [[FollowError]].
  *
  * Offsets of a replica are 1, 2, 3 … They are equal to those of the log if that had all its records and was never
  * compacted when following began. Later retention and compaction of the log do not change the replica. Snapshots and
  * state records are not copied.
  *
  * Programs may read a replica, and cannot append to it until it is promoted: see [[Promotion]].
  */
final class LogFollower private (work: FollowerWork, name: String) extends AutoCloseable:
  private val ended                                  = CountDownLatch(1)
  @volatile private var outcome: Option[FollowError] = None
  private val thread = Thread.ofPlatform.daemon.name(s"brine-follower-$name").unstarted(() => run())

  private def run(): Unit =
    try outcome = work.run().left.toOption
    catch case error: Throwable => outcome = Some(FollowError.Failed(error))
    finally
      work.hasEnded()
      ended.countDown()

  /** How far it is. */
  def status: FollowStatus = work.status

  /** Whether it has ended. */
  def isEnded: Boolean = ended.getCount == 0

  /** Why it has ended, unless it was closed or has caught up as it should. */
  def failure: Option[FollowError] = outcome

  /** Waits until it has ended, at most this long. Returns whether it has.
    *
    * @throws InterruptedException
    *   if the thread is interrupted
    */
  def awaitEnd(nanos: Long): Boolean = ended.await(nanos, TimeUnit.NANOSECONDS)

  /** Ends it, after the records that it has read, and waits for that. The replica is closed then; the log stays open.
    *
    * @throws IllegalStateException
    *   on a [[brine.journal.StoreThread]]
    */
  def close(): Unit =
    StoreThread.requireOther("close")
    work.stop()
    var wasInterrupted = Thread.interrupted()
    while !isEnded do
      try ended.await()
      catch case _: InterruptedException => wasInterrupted = true
    if wasInterrupted then Thread.currentThread.interrupt()

object LogFollower:
  /** Begins to follow a log.
    *
    * @param from
    *   the log, which stays open
    * @param to
    *   the replica, which no other follower uses
    */
  def start(
      from: EventLogReader,
      to: ReplicaTarget,
      settings: FollowSettings = FollowSettings.defaults
  ): LogFollower = start(LogFeed.source(from), to, settings, to.misplaced(from))

  /** Begins to follow a stream of records, as [[RecordStream.write]] has written it. The follower ends with the stream.
    *
    * @param from
    *   the stream, which a thread of the follower reads; it is not closed
    */
  def ofStream(
      from: java.io.InputStream,
      to: ReplicaTarget,
      settings: FollowSettings = FollowSettings.defaults
  ): LogFollower = start(StreamSource(from), to, settings, None)

  private def start(
      source: FeedSource,
      to: ReplicaTarget,
      settings: FollowSettings,
      misplaced: Option[FollowError]
  ): LogFollower =
    val follower = new LogFollower(FollowerWork(source, to, settings, misplaced), to.name)
    follower.thread.start()
    follower
