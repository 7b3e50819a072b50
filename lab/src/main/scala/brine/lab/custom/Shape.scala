package brine.lab.custom

import brine.lab.sample.{Json, JsonReader}
import scala.collection.mutable

/** Everything seen at one path of the records. Its size depends on how many different paths there are, not on how many
  * records. One thread.
  *
  * @param room
  *   counts the shapes of one inference
  */
private[custom] final class Shape(room: Room):
  room.take()

  var count   = 0
  var nulls   = 0
  var bools   = 0
  var numbers = Option.empty[Numbers]
  var texts   = Option.empty[Texts]

  private var mergedInto = Option.empty[Shape]
  private var element    = Option.empty[Shape]
  private var link       = Option.empty[Objects]

  /** The shape that this one was merged into, or this one. */
  def now: Shape = mergedInto.fold(this)(_.now)

  /** What was seen inside the arrays here. */
  def items: Option[Shape] = element.map(_.now)

  /** The objects seen here, which may be those of other paths too. */
  def objects: Option[Objects] = link.map(_.now)

  /** The first value of each kind but null: its line, and what a message calls it. */
  val firsts: mutable.LinkedHashMap[String, Shape.Met] = mutable.LinkedHashMap()

  def add(json: Json): Unit =
    count += 1
    json match
      case Json.Null()         => nulls += 1
      case Json.Bool(_)        => bools += 1
      case Json.Number(digits) =>
        val all = numbers.getOrElse(Numbers())
        all.add(digits)
        numbers = Some(all)
      case Json.Text(value) =>
        val all = texts.getOrElse(Texts())
        all.add(value)
        texts = Some(all)
      case Json.Items(values) =>
        val inner = items.getOrElse(Shape(room))
        values.foreach(inner.add)
        element = Some(inner)
      case Json.Members(all) =>
        val found = objects.getOrElse(Objects(room))
        found.add(all)
        link = Some(found)
    if !json.isInstanceOf[Json.Null] && !firsts.contains(json.kind) then
      firsts(json.kind) = Shape.Met(json.line, Shape.described(json))

  /** Adds what another shape saw. From then on the other one is this one. */
  def merge(other: Shape): Unit = now.absorb(other.now)

  private def absorb(other: Shape): Unit = if other ne this then
    other.mergedInto = Some(this)
    count += other.count
    nulls += other.nulls
    bools += other.bools
    for (kind, met) <- other.firsts do if firsts.get(kind).forall(_.line > met.line) then firsts(kind) = met
    other.numbers.foreach: theirs =>
      numbers match
        case Some(ours) => ours.merge(theirs)
        case None       => numbers = Some(theirs)
    other.texts.foreach: theirs =>
      texts match
        case Some(ours) => ours.merge(theirs)
        case None       => texts = Some(theirs)
    // These may come back to this shape, and merge it into another one.
    other.element.foreach(now.takeItems)
    other.link.foreach(now.takeObjects)

  private def takeItems(theirs: Shape): Unit = items match
    case Some(ours) => ours.merge(theirs)
    case None       => element = Some(theirs)

  private def takeObjects(theirs: Objects): Unit = objects match
    case Some(ours) => ours.merge(theirs)
    case None       => link = Some(theirs)

  /** The kinds of values but null. */
  def kinds: Int =
    List(bools > 0, numbers.nonEmpty, texts.nonEmpty, items.nonEmpty, objects.nonEmpty).count(identity)

  /** A copy that shares nothing, with the same circles. */
  def copy(copied: mutable.Map[AnyRef, AnyRef] = java.util.IdentityHashMap().asMap): Shape =
    copied.get(this) match
      case Some(same) => same.asInstanceOf[Shape]
      case None       =>
        val same = Shape(Room.unlimited)
        copied(this) = same
        same.count = count
        same.nulls = nulls
        same.bools = bools
        same.numbers = numbers.map(_.copy)
        same.texts = texts.map(_.copy)
        same.element = items.map(_.copy(copied))
        same.link = objects.map(_.copy(copied))
        same.firsts ++= firsts
        same

private[custom] object Shape:
  /** A value that was met. */
  final case class Met(line: Int, what: String)

  private def described(json: Json): String = json match
    case Json.Text(value)    => s"a string (${JsonReader.shown(value)})"
    case Json.Number(digits) => s"a number (${if digits.length <= 40 then digits else digits.take(39) + "…"})"
    case Json.Bool(value)    => s"a boolean ($value)"
    case other               => other.kind

extension (map: java.util.IdentityHashMap[AnyRef, AnyRef])
  private[custom] def asMap: mutable.Map[AnyRef, AnyRef] =
    import scala.jdk.CollectionConverters.*
    map.asScala

/** How many shapes an inference may still make, so that its memory is bounded. */
private[custom] final class Room(var left: Int):
  def take(): Unit =
    left -= 1
    if left < 0 then
      throw Untypable(
        s"the records have more than ${Room.most} different paths; " +
          "give a sample of records of the same kind, or leave out a part with --without PATH"
      )

private[custom] object Room:
  val most            = 50_000
  def apply(): Room   = new Room(most)
  def unlimited: Room = new Room(Int.MaxValue)

/** Data without a type that could be measured; the message says where, what was expected and what was met. */
final class Untypable(message: String) extends Exception(message)
