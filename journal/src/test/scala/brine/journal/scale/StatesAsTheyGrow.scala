package brine.journal.scale

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{FileStates, SaveListener}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.jdk.CollectionConverters.*

/** Saves states of many keys, replaces them at random, loads some after opening again, and prints the time that each
  * step takes, and what there is on the disk and in the heap after it. Run it with the least heap that you want to see:
  *
  * {{{
  * ./brine sbt 'set journal / Test / fork := true' 'set journal / Test / javaOptions += "-Xmx512m"' \
  *   "journal/Test/runMain brine.journal.scale.statesAsTheyGrow /tmp/states 1000000 5"
  * }}}
  *
  * @param folder
  *   an empty folder, or one that is not there
  * @param keys
  *   number of keys, each with a state of 100 bytes
  * @param changes
  *   number of changes for each key, of the keys that chance selects; 0 for none
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
  // Times and allocates on this thread; another one does the rest of a save.
  def step(what: String, count: Long)(body: => Unit): Unit =
    val (begin, allocated) = (System.nanoTime, threads.getCurrentThreadAllocatedBytes)
    body
    val (nanos, bytes) = (System.nanoTime - begin, threads.getCurrentThreadAllocatedBytes - allocated)
    println(
      f"$what%-36s ${nanos / 1e9}%8.2f s, ${nanos / 1e3 / count}%8.2f µs and ${bytes / count}%6d bytes each; " +
        s"then ${disk / (1 << 20)} MiB on the disk, ${heap / (1 << 20)} MiB of heap"
    )

  println(s"$keys keys, heap of at most ${Runtime.getRuntime.maxMemory >> 20} MiB")
  val journal = Journal.open(path)
  journal.append("events", "event").await(): Unit
  def saved(key: String, text: String): Unit =
    journal.states.save(key, Offset(1), text, Level.OsCache, listener, 0, waits = true)
  step("save a state of each key", keys):
    for i <- 0 until keys do saved(key(i), state(0))
  if changes > 0 then
    step("replace states by chance", changes.toLong * keys):
      for i <- 1 to changes; _ <- 0 until keys do saved(key(random.nextInt(keys)), state(i))
  step("empty old segments", 1):
    journal.states match
      case files: FileStates => files.clean()
      case _                 => ()
  step("close", 1)(journal.close())

  var opened = Option.empty[Journal]
  step("open", 1) { opened = Some(Journal.open(path)) }
  val again  = opened.get
  val loads  = math.min(keys, 100_000)
  def load() =
    val found = again.states.load[String](key(random.nextInt(keys)))
    if !found.exists(_.isDefined) then throw IllegalStateException(s"a state is missing: $found")
  step("open the states, by the first load", 1)(load())
  step("load by chance", loads)(for _ <- 1 to loads do load())
  step("load by chance, again", loads)(for _ <- 1 to loads do load())
  step("close again", 1)(again.close())
