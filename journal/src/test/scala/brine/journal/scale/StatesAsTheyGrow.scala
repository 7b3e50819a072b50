package brine.journal.scale

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{FileStates, SaveListener}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.jdk.CollectionConverters.*

/** Saves states of many keys, replaces them at random, loads some after opening again, and prints what that takes of
  * the disk and of the heap.
  *
  * {{{
  * ./brine sbt "journal/Test/runMain brine.journal.scale.statesAsTheyGrow /tmp/states 1000000 5"
  * }}}
  *
  * @param folder
  *   an empty folder, or one that is not there
  * @param keys
  *   number of keys, each with a state of 100 bytes
  * @param changes
  *   number of changes for each key, of the keys that chance selects
  */
@main def statesAsTheyGrow(folder: String, keys: Int, changes: Int): Unit =
  val path     = Path.of(folder)
  val threads  = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
  val random   = SplittableRandom(1)
  val listener = new SaveListener:
    def saved(context: Long): Unit                        = ()
    def failed(context: Long, error: SnapshotError): Unit = throw IllegalStateException(error.message)
  def key(i: Int)    = s"account-$i"
  def state(at: Int) = s"$at ".padTo(100, 'x')
  def heap: Long     =
    for _ <- 1 to 3 do System.gc()
    Runtime.getRuntime.totalMemory - Runtime.getRuntime.freeMemory
  def disk: Long =
    scala.util.Using.resource(Files.walk(path.resolve("states"))):
      _.iterator.asScala.filter(Files.isRegularFile(_)).map(Files.size).sum
  def report(what: String): Unit =
    println(s"$what: ${disk / (1 << 20)} MiB on the disk, ${heap / (1 << 20)} MiB of heap")

  val journal = Journal.open(path)
  journal.append("events", "event").await(): Unit
  for i <- 0 until keys do journal.states.save(key(i), Offset(1), state(0), Level.OsCache, listener, 0, waits = true)
  report(s"$keys keys")
  val before = threads.getCurrentThreadAllocatedBytes
  for i <- 1 to changes; _ <- 0 until keys do
    journal.states.save(key(random.nextInt(keys)), Offset(1), state(i), Level.OsCache, listener, 0, waits = true)
  println(s"${(threads.getCurrentThreadAllocatedBytes - before) / (changes.toLong * keys)} bytes allocated by a change")
  journal.states match
    case files: FileStates => files.clean()
    case _                 => ()
  report(s"${changes.toLong * keys} changes")
  journal.close()

  val again  = Journal.open(path)
  val loads  = math.min(keys, 100_000)
  def load() =
    val found = again.states.load[String](key(random.nextInt(keys)))
    if !found.exists(_.isDefined) then throw IllegalStateException(s"a state is missing: $found")
  load()
  val first = threads.getCurrentThreadAllocatedBytes
  for _ <- 1 to loads do load()
  println(s"${(threads.getCurrentThreadAllocatedBytes - first) / loads} bytes allocated by a load")
  report(s"after opening again and $loads loads")
  again.close()
