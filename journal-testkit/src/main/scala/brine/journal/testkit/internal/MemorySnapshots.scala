package brine.journal.testkit.internal

import brine.journal.Offset
import brine.journal.snapshot.{EncodedSnapshot, EncodedSnapshots}
import java.time.Clock
import scala.jdk.CollectionConverters.*

/** The snapshots of a log in memory. Thread-safe. */
private[testkit] final class MemorySnapshots(
    content: MemoryContent,
    clock: Clock,
    visible: () => Offset,
    isClosed: () => Boolean
) extends EncodedSnapshots(content.name, content.id, clock):
  private def keys: Iterable[(String, Offset)] = content.snapshots.keySet.asScala

  protected def put(snapshot: EncodedSnapshot): Unit =
    content.snapshots.put((snapshot.name, snapshot.offset), snapshot): Unit

  protected def get(name: String, offset: Offset): Option[EncodedSnapshot] = Option(
    content.snapshots.get((name, offset))
  )
  protected def list(name: String): Iterable[Offset]       = keys.collect { case (`name`, offset) => offset }
  protected def delete(name: String, offset: Offset): Unit = content.snapshots.remove((name, offset)): Unit
  protected def reach: Offset                              = visible()
  def names: Vector[String]                                = keys.map(_._1).toVector.distinct.sorted

  protected def refusal: Option[Exception] = Option.when(isClosed()):
    java.io.IOException("the log is closed: open it again to save snapshots")
