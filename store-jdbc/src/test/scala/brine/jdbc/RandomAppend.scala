package brine.jdbc

import brine.journal.*
import java.util.UUID
import scala.util.Random

/** A random append, which can be run on several logs. */
final class RandomAppend private (
    parts: Vector[StreamAppend[String]],
    deleted: Option[StreamAppend[StreamDeleted]],
    key: Option[UUID],
    unless: Vector[AppendCondition]
):
  def run(log: EventLog): Completion = log.appendAll(parts ++ deleted, key, unless = unless)

  override def toString: String =
    val all = parts.map(part => s"${part.stream} ${part.expected} ${part.events.size} ${part.tags}")
    s"append to ${all.mkString(", ")} " +
      s"${deleted.map(part => s"delete ${part.stream}")} $key unless $unless"

object RandomAppend:
  def stream(random: Random): String = s"s-${random.nextInt(5)}"

  private def tags(random: Random): Set[String] = Set("x", "y", "z").filter(_ => random.nextInt(3) == 0)

  def query(random: Random, depth: Int = 2): Query = random.nextInt(if depth == 0 then 5 else 8) match
    case 0 => Query.tagged("x")
    case 1 => Query.tagged("x", "y")
    case 2 => Query.stream(stream(random))
    case 3 => Query.category("s")
    case 4 => Query.kinds("String") and Query.tagged("z")
    case 5 => query(random, depth - 1) and query(random, depth - 1)
    case _ => query(random, depth - 1) or query(random, depth - 1)

  /** @param log
    *   says which versions and offsets there are, so that some appends succeed
    */
  def apply(random: Random, log: EventLog): RandomAppend =
    val streams = Vector.fill(1 + random.nextInt(3))(stream(random)).distinct
    val parts   = streams.map: name =>
      val expected = random.nextInt(3) match
        case 0 => ExpectedVersion(math.max(0, log.version(name).getOrElse(0L) - random.nextInt(2)))
        case _ => ExpectedVersion.Any
      StreamAppend(name, expected, Vector.fill(1 + random.nextInt(3))(s"${random.nextInt()}"), tags(random))
    val deleted = Option.when(random.nextInt(6) == 0)(stream(random)).filterNot(streams.contains)
    val unless  = Vector.fill(random.nextInt(3))(
      AppendCondition(query(random), Offset(math.max(0, log.durable.sequence - random.nextInt(4))))
    )
    new RandomAppend(
      parts,
      deleted.map(StreamDeleted.of(_)),
      Option.when(random.nextInt(3) == 0)(UUID(0, random.nextInt(20))),
      unless
    )
