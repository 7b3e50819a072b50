package brine.lab.peers.prevayler

import java.nio.file.{Files, Path}
import org.prevayler.{Prevayler, PrevaylerFactory}

/** The journal of one prevalent system, in a folder of its own. */
private final class Journal(folder: Path, sync: Boolean) extends AutoCloseable:
  val prevayler: Prevayler[Count] = replay(Count(_ => ()))

  def bytes: Long =
    val files = Files.list(folder)
    try files.mapToLong(Files.size(_)).sum
    finally files.close()

  /** Executes every transaction of the journal once more, on a system that hands on what it is told. */
  def read(each: AnyRef => Unit): Unit = replay(Count(each)).close()

  def close(): Unit = prevayler.close()

  private def replay(system: Count): Prevayler[Count] =
    val factory = PrevaylerFactory[Count]()
    factory.configurePrevalentSystem(system)
    factory.configurePrevalenceDirectory(folder.toString)
    factory.configureJournalDiskSync(sync)
    factory.configureTransactionDeepCopy(false)
    factory.create()

/** The prevalent system: a number, so that what the journal costs is not hidden behind the memory of the system. */
private final class Count(each: AnyRef => Unit):
  var records = 0L

  def append(record: AnyRef): Unit =
    records += 1
    each(record)
