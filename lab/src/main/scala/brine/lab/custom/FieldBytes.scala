package brine.lab.custom

import brine.lab.child.{Cancellation, Child}
import brine.lab.run.PeerCatalog
import java.nio.file.Path
import scala.collection.mutable
import scala.concurrent.duration.*

/** How many bytes a field takes in Brine's bare messages.
  *
  * @param path
  *   the field, with all elements of a collection merged
  * @param part
  *   `value`, `size` and the like
  */
final case class FieldBytes(path: String, part: String, bytes: Long, count: Long)

object FieldBytes:
  /** Asks Brine's peer; empty if it cannot be asked, for that library's rows then have the reason. */
  private[custom] def of(
      catalog: PeerCatalog,
      options: List[String],
      logs: Path,
      cancellation: Cancellation
  ): List[FieldBytes] =
    catalog.stage.peers
      .find(_.name == "brine")
      .toList
      .flatMap: peer =>
        val found   = mutable.ListBuffer[FieldBytes]()
        val command = List(catalog.java.toString) ++ options ++
          List("-cp", catalog.stage.classPath(peer), BrineGlue.profiler)
        val outcome = Child.run(command, logs.resolve("fields-brine.log"), 60.seconds, 60.seconds, cancellation):
          (line, _) =>
            line.split("\t", 4) match
              case Array(bytes, count, part, path) => found += FieldBytes(path, part, bytes.toLong, count.toLong): Unit
              case _                               => ()
        if outcome.end == Child.End.Exited(0) then found.toList else Nil
