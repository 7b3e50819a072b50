package brine.lab.peers.journal

import java.nio.file.Path
import java.util.concurrent.CompletableFuture

import brine.journal.{ExpectedVersion, Journal, JournalException, Level}
import brine.journal.snapshot.SnapshotError
import brine.lab.peer.KeyedRecords

/** The state records of a journal. All are states of its one event. */
private final class BrineStates(folder: Path) extends KeyedRecords:
  private val journal = Journal.open(folder)
  private val offset  = journal.append("events", ExpectedVersion.Any, List(Array[Byte](1))).await() match
    case Right(appended) => appended.last
    case Left(error)     => throw JournalException(error)

  def save(key: String, record: Array[Byte]): Unit =
    done(journal.states.save(key, offset, record, Level.Disk))

  // A save that is durable makes all before it durable, and only then are they loaded.
  def saveAll(keys: Array[String], records: Array[Array[Byte]]): Unit =
    val saving = keys.indices.map(at => journal.states.save(keys(at), offset, records(at), Level.Disk))
    saving.foreach(done)

  private def done(saving: CompletableFuture[Either[SnapshotError, Unit]]): Unit =
    saving.join().left.foreach(error => throw IllegalStateException(error.toString))

  def load(key: String): Array[Byte] = journal.states.load[Array[Byte]](key) match
    case Right(found) => found.fold(null)(_.state)
    case Left(error)  => throw IllegalStateException(error.toString)

  def close(): Unit = journal.close()
