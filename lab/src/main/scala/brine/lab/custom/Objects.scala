package brine.lab.custom

import brine.lab.sample.Json
import scala.collection.mutable

/** The objects seen at one path, by the text of the field that may name their kind. One thread. */
private[custom] final class Objects(room: Room):
  var count = 0

  /** What they become; none before that is decided, and again after a merge. */
  var decision = Option.empty[Objects.Decision]

  private var mergedInto = Option.empty[Objects]

  /** The objects that these were merged into, or these. */
  def now: Objects = mergedInto.fold(this)(_.now)

  /** The field that may name the kind; chosen by the first object. */
  var discriminator = Option.empty[String]

  /** The objects of each kind; under `None` those without one. */
  val variants: mutable.LinkedHashMap[Option[String], Fields] = mutable.LinkedHashMap()

  def add(members: Vector[(String, Json)]): Unit =
    if count == 0 then discriminator = Objects.candidates.find(name => text(members, name).nonEmpty)
    count += 1
    val kind = discriminator.flatMap(text(members, _))
    variants.getOrElseUpdate(kind, Fields(room)).add(members)
    if variants.sizeIs > Objects.mostVariants then gather(): Unit

  /** Makes one variant of all. */
  def gather(): Fields =
    val all = variants.values.toList
    // First, because a merge below may come back to these objects.
    discriminator = None
    variants.clear()
    val one = all.headOption.getOrElse(Fields(room))
    variants(None) = one
    all.drop(1).foreach(one.merge)
    now.variants(None)

  private def text(members: Vector[(String, Json)], name: String): Option[String] =
    members.collectFirst { case (`name`, Json.Text(value)) if value.length <= 64 => value }

  /** Adds what other objects saw. From then on they are these, wherever they are referred to. */
  def merge(other: Objects): Unit = now.absorb(other.now)

  private def absorb(other: Objects): Unit = if other ne this then
    // First, because both may lead back to themselves.
    other.mergedInto = Some(this)
    decision = None
    count += other.count
    if other.discriminator != discriminator then
      if variants.isEmpty then discriminator = other.discriminator
      else
        gather(): Unit
        other.gather(): Unit
    for (kind, fields) <- other.variants.toList do now.take(kind, fields)
    if now.variants.sizeIs > Objects.mostVariants then now.gather(): Unit

  private def take(kind: Option[String], fields: Fields): Unit =
    // Meanwhile these may have been gathered.
    val place = if discriminator.isEmpty then None else kind
    variants.get(place) match
      case Some(ours) => ours.merge(fields)
      case None       => variants(place) = fields

  /** The names of all fields of all variants. */
  def names: Set[String] = variants.values.flatMap(_.members.keys).toSet

  def copy(copied: mutable.Map[AnyRef, AnyRef]): Objects = copied.get(this) match
    case Some(same) => same.asInstanceOf[Objects]
    case None       =>
      val same = Objects(Room.unlimited)
      copied(this) = same
      same.count = count
      same.discriminator = discriminator
      for (kind, fields) <- variants do same.variants(kind) = fields.copy(copied)
      same

private[custom] object Objects:
  /** What objects become. */
  enum Decision:
    /** One case class. */
    case Class

    /** A map, because the names of the fields are data. */
    case Keyed

    /** A case class for each kind. */
    case Union

  /** Names of fields that often name the kind of an object, the likeliest first. */
  val candidates: List[String] =
    List("type", "$type", "@type", "_type", "kind", "eventType", "event_type", "event", "op", "tag", "__typename")

  /** Most kinds of objects at one path. */
  val mostVariants = 40

/** The fields of the objects of one kind. One thread. */
private[custom] final class Fields(room: Room):
  var count = 0

  val members: mutable.LinkedHashMap[String, Shape] = mutable.LinkedHashMap()

  private var mergedInto = Option.empty[Fields]

  private def now: Fields = mergedInto.fold(this)(_.now)

  /** All values together, if there are too many names for the fields of a class. */
  var wide = Option.empty[Shape]

  def add(all: Vector[(String, Json)]): Unit =
    count += 1
    for (name, value) <- all do
      wide match
        case Some(values) => values.add(value)
        case None         =>
          members.getOrElseUpdate(name, Shape(room)).add(value)
          if members.sizeIs > Fields.mostNames then widen()

  /** Takes all names for data. */
  def widen(): Unit = if wide.isEmpty then
    val all   = Shape(room)
    val every = members.values.toList
    members.clear()
    wide = Some(all)
    every.foreach(all.merge)

  /** All values together, of few names too. */
  def together: Shape = wide.getOrElse:
    val all    = Shape(Room.unlimited)
    val copied = java.util.IdentityHashMap[AnyRef, AnyRef]().asMap
    members.values.foreach(shape => all.merge(shape.copy(copied)))
    all

  /** Whether a class can have all of them. */
  def fitClass: Boolean = wide.isEmpty && members.values.map(words).sum <= Fields.mostWords

  private def words(shape: Shape): Int =
    val isOptional = shape.nulls > 0 || shape.count < count
    val isLong     = shape.numbers.map(_.tpe).exists(tpe => tpe == DataType.Int64 || tpe == DataType.Float64)
    if isLong && !isOptional then 2 else 1

  /** Adds what other fields saw. From then on they are these. */
  def merge(other: Fields): Unit = now.absorb(other.now)

  private def absorb(other: Fields): Unit = if other ne this then
    other.mergedInto = Some(this)
    count += other.count
    if wide.isEmpty && other.wide.nonEmpty then widen()
    // Each step may come back to these fields, and merge them into others or widen them.
    for shape <- other.wide do now.takeAll(shape)
    for (name, shape) <- other.members.toList do now.take(name, shape)
    if now.members.sizeIs > Fields.mostNames then now.widen()

  private def takeAll(theirs: Shape): Unit =
    widen()
    now.wide.get.merge(theirs)

  private def take(name: String, theirs: Shape): Unit = wide match
    case Some(values) => values.merge(theirs)
    case None         =>
      members.get(name) match
        case Some(ours) => ours.merge(theirs)
        case None       => members(name) = theirs

  def copy(copied: mutable.Map[AnyRef, AnyRef]): Fields =
    val same = Fields(Room.unlimited)
    same.count = count
    for (name, shape) <- members do same.members(name) = shape.copy(copied)
    same.wide = wide.map(_.copy(copied))
    same

private[custom] object Fields:
  /** Objects with more names are maps if all their values fit one type. */
  val manyNames = 120

  /** Most names of the fields of a class. Objects with more are maps. */
  val mostNames = 250

  /** Most words that a constructor can take beside the object itself. A `Long` and a `Double` take two. */
  private val mostWords = 254
