package brine.journal.following

import brine.journal.StoreThread
import brine.journal.format.Manifest
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

/** Looks for what another process writes to a folder: one thread for all readers of the folder in this process, and
  * none while no subscription waits. Thread-safe.
  *
  * A look reads the length of the next frame, and asks whether the file of the next segment exists. So its cost does
  * not depend on the number of segments or subscriptions. The operating system could report changes instead
  * (`WatchService`). But it reports every write, some systems report only every few seconds, and network file systems
  * report nothing that another machine writes.
  */
private[following] final class FolderPoll private (key: FolderPoll.Key):
  import FolderPoll.*

  // Guarded by this: the readers with subscriptions that wait, and how many those are.
  private val waiting  = mutable.LinkedHashMap.empty[FollowedJournal, Int]
  private var isBegun  = false
  private var hasEnded = false

  // Owned by the thread
  private var quietMillis = 0L
  private var looks       = -1L
  private val slot        = ByteBuffer.allocate(Manifest.Length)

  private def add(reader: FollowedJournal): Boolean = synchronized:
    if !hasEnded then
      // First the thread: there may be none to be had. It waits for this.
      if !isBegun then
        StoreThread(() => StoreThread.working(run()), s"brine-journal-follower-${key.folder.getFileName}").start()
        isBegun = true
      waiting(reader) = waiting.getOrElse(reader, 0) + 1
      if waiting.size == 1 then notifyAll()
    !hasEnded

  private def remove(reader: FollowedJournal): Unit = synchronized:
    val left = waiting.getOrElse(reader, 1) - 1
    if left == 0 then waiting.remove(reader): Unit else waiting(reader) = left

  private def run(): Unit =
    try
      var readers = awaited()
      while readers.nonEmpty do
        Thread.sleep(pause(look(readers)))
        readers = awaited()
    // If it fails, for lack of memory for instance: who waits begins another one when it waits again.
    finally end()

  private def end(): Unit = synchronized:
    hasEnded = true
    polls.remove(key, this): Unit

  /** The readers to look for; none if this thread ends. */
  private def awaited(): Vector[FollowedJournal] = synchronized:
    val until = System.nanoTime + LingerNanos
    var left  = LingerNanos
    while waiting.isEmpty && left > 0 do
      wait(left / 1000000 + 1)
      left = until - System.nanoTime
    if waiting.isEmpty then end()
    waiting.keysIterator.toVector

  /** Looks once. Returns whether there was anything. */
  private def look(readers: Vector[FollowedJournal]): Boolean =
    looks += 1
    try
      // The folder as a reader names it: a storage need not know another name.
      val look = FolderLook(key.storage, readers.head.folder, isThorough = looks % ThoroughEvery == 0, slot)
      readers.count(_.poll(look)) > 0
    catch case _: OutOfMemoryError => false // there may be memory for the next one

  private def pause(found: Boolean): Long =
    val next =
      if quietMillis < BusyMillis then BusyPause else if quietMillis < RecentMillis then RecentPause else IdlePause
    quietMillis = if found then 0 else quietMillis + next
    if found then BusyPause else next

private[following] object FolderPoll:
  private final case class Key(storage: Storage, folder: Path)

  /** Between two looks, in milliseconds: while records come, when they came recently, and otherwise. */
  private inline val BusyPause   = 2L
  private inline val RecentPause = 20L
  private inline val IdlePause   = 100L

  /** For this long after the last record, records count as coming; for this long, as having come recently. */
  private inline val BusyMillis   = 500L
  private inline val RecentMillis = 5000L

  /** One look in this number is thorough. */
  private inline val ThoroughEvery = 20

  /** How long the thread stays when no subscription waits: most will wait again soon. */
  private inline val LingerNanos = 1000000000L

  private val polls = ConcurrentHashMap[Key, FolderPoll]()

  /** Runs a wait of one subscription. Meanwhile, the reader is asked to look for new records. */
  def during[A](reader: FollowedJournal, storage: Storage)(wait: => A): A =
    val key  = Key(storage, reader.folder.toAbsolutePath.normalize)
    var poll = polls.computeIfAbsent(key, FolderPoll(_))
    while !poll.add(reader) do
      polls.remove(key, poll): Unit
      poll = polls.computeIfAbsent(key, FolderPoll(_))
    try wait
    finally poll.remove(reader)
