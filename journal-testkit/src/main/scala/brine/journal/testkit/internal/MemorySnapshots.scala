package brine.journal.testkit.internal

import brine.journal.snapshot.{EncodedSnapshot, EncodedSnapshots}
import java.time.Clock
import scala.jdk.CollectionConverters.*

/** The snapshots of a log in memory. Thread-safe. */
private[testkit] final class MemorySnapshots(
    content: MemoryContent,
    clock: Clock,
    visible: () => Long,
    isClosed: () => Boolean
) extends EncodedSnapshots(content.name, content.id, clock):
  private def keys: Iterable[(String, Long)] = content.snapshots.keySet.asScala

  protected def put(snapshot: EncodedSnapshot): Unit =
    content.snapshots.put((snapshot.name, snapshot.offset), snapshot): Unit

  protected def get(name: String, offset: Long): Option[EncodedSnapshot] = Option(content.snapshots.get((name, offset)))
  protected def list(name: String): Iterable[Long]       = keys.collect { case (`name`, offset) => offset }
  protected def delete(name: String, offset: Long): Unit = content.snapshots.remove((name, offset)): Unit
  protected def reach: Long                              = visible()
  def names: Vector[String]                              = keys.map(_._1).toVector.distinct.sorted

  protected def refusal: Option[Exception] = Option.when(isClosed()):
    java.io.IOException("the log is closed: open it again to save snapshots")
