package brine.codec.evolution.oracle

import brine.codec.internal.matching.SameSchema

import scala.collection.mutable

/** What becomes of values of one version when another version reads them: plain functions that know which part of the
  * one type is which part of the other, by their ids.
  *
  * @param byName
  *   whether fields and cases are found by names only, as a reader must; otherwise ids suffice
  */
final class Truth private (private[oracle] val byName: Boolean) extends Layers, Fields:
  import Truth.*

  private[oracle] val maybe = mutable.LinkedHashSet.empty[String]
  private[oracle] val open  = mutable.LinkedHashSet.empty[String]
  private[oracle] val lost  = mutable.LinkedHashSet.empty[String]

  /** Why the reader may do something else, as long as it says so: nothing documented says what it must do. */
  def unclear: Set[String] = maybe.toSet

  /** Why several results are right: the types alone do not say which part is which. */
  def ambiguous: Set[String] = open.toSet

  /** The paths of the data that the conversions until now have dropped. */
  def losses: Set[String] = lost.toSet

  /** Whether the present type refuses a value of the last conversion that its migration reads. */
  def isMigratedOnly: Boolean = onlyMigrated

  def forget(): Unit =
    lost.clear()
    onlyMigrated = false

  private var onlyMigrated = false

  private[oracle] var choice: Choice = Choice.Any

  /** What conversions to a value may have dropped: of several ways to it, the one that drops least. */
  def lossesOf(convert: Any => Any, value: Any, is: Any): Set[String] =
    val ways = Choice.values.toVector.reverse.flatMap { one =>
      forget()
      choice = one
      try Option.when(Values.agree(convert(value), is))(losses)
      catch case _: RefusedValue => None
      finally choice = Choice.Any
    }
    ways.minByOption(_.size).getOrElse(Set.empty)

  private[oracle] def refuse(why: String): Nothing = throw Refused(why)

  /** The function from values of one type to those of another.
    *
    * @throws Refused
    *   if there is none
    */
  def convert(a: Ty, b: Ty, path: Path): Any => Any =
    val (as, bs) = (chain(a), chain(b))
    val (x, y)   = (as.filter(_.isInstanceOf[Ty.Opt]), bs.filter(_.isInstanceOf[Ty.Opt]))
    val isSame   = x.forall(option => y.exists(_.id == option.id))
    if x.nonEmpty && x.size <= y.size && (!isSame || x.size < y.size && (wrappers(as) ++ wrappers(bs)).nonEmpty) then
      open += "Options change places"
    val at = as.indexWhere(x => bs.exists(_.id == x.id))
    if at < 0 then unrelated(as(0), bs(0), path)
    else
      val to = bs.indexWhere(_.id == as(at).id)
      if at == 0 && to == 0 then same(as(0), bs(0), path) else around(as.take(at), bs.take(to), as(at), bs(to), path)

  // --- the same part in both versions -------------------------------------------------------------------------------

  private[oracle] def same(a: Ty, b: Ty, path: Path): Any => Any = (a, b) match
    case (Ty.Prim(_, from), Ty.Prim(_, to)) =>
      Widen(from, to).getOrElse(refuse(s"${show(path)}: $from becomes $to"))
    case (Ty.Opt(_, x), Ty.Opt(_, y)) =>
      val inner = convert(x, y, path)
      value => value.asInstanceOf[Option[Any]].map(inner)
    case (Ty.Alt(_, l, r), Ty.Alt(_, m, s)) =>
      val (left, right) = (convert(l, m, path :+ Name("left")), convert(r, s, path :+ Name("right")))
      value =>
        value match
          case Left(inner)  => Left(left(inner))
          case Right(inner) => Right(right(inner))
          case other        => throw MatchError(other)
    case (Ty.Coll(_, old, x), Ty.Coll(_, kind, y)) => collection(convert(x, y, path :+ Elements), old, kind, path)
    case (Ty.Dict(_, k, v), Ty.Dict(_, l, w))      =>
      val (key, value) = (convert(k, l, path :+ Name("[].key")), convert(v, w, path :+ Name("[].value")))
      entries =>
        val old = entries.asInstanceOf[Map[Any, Any]]
        val now = old.map((x, y) => key(x) -> value(y))
        if now.size < old.size then throw RefusedValue(s"${show(path)}: two keys become equal")
        now
    case (Ty.Tup(_, x), Ty.Tup(_, y)) =>
      if x.size != y.size then refuse(s"${show(path)}: a tuple of another size")
      val convert = positional(x, y, path)
      value => Values.tuple(convert(value.asInstanceOf[Product].productIterator.toVector))
    case (Ty.Tup(_, x), rec: Ty.Rec) =>
      val convert = positional(x, rec.fields, path)
      val into    = if rec.generation == 0 then None else rec.old.map(Migrate(_, rec))
      if into.nonEmpty then maybe += "a tuple becomes a class with a migration"
      value => Obj(rec.name, convert(value.asInstanceOf[Product].productIterator.toVector))
    case (rec: Ty.Rec, Ty.Tup(_, y)) =>
      if rec.fields.size != y.size then refuse(s"${show(path)}: a tuple of another size")
      val convert = positional(rec.fields, y, path)
      value => Values.tuple(convert(value.asInstanceOf[Obj].fields))
    case (x: Ty.Rec, y: Ty.Rec) if byName && y.old.nonEmpty && x.generation < y.generation && isPresent(x, y) =>
      through(x, y, path).getOrElse(records(x, y, path))
    case (x: Ty.Rec, y: Ty.Rec) if x.generation < y.generation && y.old.nonEmpty =>
      val before =
        try convert(x, y.old.get.of, path)
        catch
          case refused: Refused =>
            maybe += "data that the older type of a migration cannot read"
            throw refused
      val migrate = Migrate(y.old.get, y)
      if byName && !mayBeOlder(x, y) then maybe += "data of an older type that look like the present one"
      value => Migrate.plain(migrate, before(value))
    case (x: Ty.Rec, y: Ty.Rec) if byName && x.generation >= y.generation && y.old.nonEmpty => alike(x, y, path)
    case (x: Ty.Rec, y: Ty.Rec) => through(x, y, path).getOrElse(records(x, y, path))
    case (x: Ty.Sum, y: Ty.Sum) => cases(x, y, path)
    case _                      => unrelated(a, b, path)

  // Data of the present type may look like data of the older one: then they are migrated, and nothing shows it.
  private def alike(x: Ty.Rec, y: Ty.Rec, path: Path): Any => Any =
    def direct = through(x, y, path).getOrElse(records(x, y, path))
    val other  = byNames
    val old    = y.old.get
    val others =
      try Some(other.convert(x.copy(generation = old.of.generation), old.of, path))
      catch case _: (Refused | NameReuse) => None
    if others.isEmpty || !mayBe(x, old.of, y) then direct
    else
      val migrate = Migrate(old, y)
      val now     =
        try Some(direct)
        catch
          case _: Refused =>
            maybe += "data of the present type that look like the older one"
            None
      val migrated = (value: Any) => Migrate.plain(migrate, others.get(value))
      now.fold(migrated) { direct => value =>
        choice match
          case Choice.Older  => migrated(value)
          case Choice.Direct => direct(value)
          case Choice.Any    =>
            val before = losses
            val reads  = Vector(direct, migrated).map { way =>
              try Right(way(value))
              catch case refused: RefusedValue => Left(refused)
            }
            reads match
              case Vector(Right(read), Right(other)) => OneOf(read, other)
              case Vector(Left(_), Right(other))     =>
                lost.filterInPlace(before)
                onlyMigrated = true
                other
              case Vector(Right(read), Left(_)) => read
              case both                         => throw both.head.left.toOption.get
      }

  // Whether the rules of the page take data for those of the present type, whatever they are: they have exactly that
  // type, or more of its fields than of any older one.
  private def isPresent(x: Ty.Rec, y: Ty.Rec): Boolean =
    def read(of: Ty.Rec)      = x.fields.count(from => of.fields.exists(to => hasName(from, to)))
    def most(of: Ty.Rec): Int = of.old.fold(0) { old =>
      math.max(read(old.of), most(old.of))
    }
    !isExactly(x, y.old.get.of) && (isExactly(x, y) || read(y) > most(y))

  private def hasName(from: Fld, to: Fld): Boolean = from.name == to.name || to.was.contains(from.name)

  private def isExactly(x: Ty.Rec, y: Ty.Rec): Boolean =
    val (a, b) = (Codecs.of(x).schema, Codecs.of(y).schema)
    SameSchema(a, a.root, b, b.root)(() => ())

  // Whether reading older data as the present type is impossible, or drops more of their fields.
  private def mayBeOlder(x: Ty.Rec, y: Ty.Rec): Boolean =
    try
      byNames.records(x, y, Vector.empty): Unit
      !mayBe(x, y, y.old.get.of)
    catch case _: (Refused | NameReuse) => true

  // Whether reading data as the older type drops no more of their fields than reading them as the present one.
  private def mayBe(x: Ty.Rec, old: Ty.Rec, now: Ty.Rec): Boolean =
    def dropped(of: Ty.Rec) = x.fields.count(from => !of.fields.exists(isFound(from, _)))
    dropped(old) <= dropped(now)

  private[oracle] def records(x: Ty.Rec, y: Ty.Rec, path: Path): Any => Any =
    val convert = fields(x.fields, y.fields, path)
    value => Obj(y.name, convert(value.asInstanceOf[Obj].fields))

  private def collection(element: Any => Any, old: Collected, kind: Collected, path: Path): Any => Any = value =>
    val elements = value.asInstanceOf[Iterable[Any]].toVector.map(element)
    kind match
      case Collected.List   => elements.toList
      case Collected.Vector => elements
      case Collected.Set    =>
        val set = elements.toSet
        val why = if old == Collected.Set then "two elements become equal" else Truth.EqualInList
        if set.size < elements.size then throw RefusedValue(s"${show(path)}: $why")
        set

  // Parts of a tuple have no names.
  private[oracle] def positional(x: Vector[Fld], y: Vector[Fld], path: Path): Vector[Any] => Vector[Any] =
    if x.map(_.id) != y.map(_.id).take(x.size) then open += "parts of a tuple have no names"
    if x.size > y.size then refuse(s"${show(path)}: a tuple of more parts")
    fields(x, y, path, areNamed = false)

  private def unrelated(a: Ty, b: Ty, path: Path): Any => Any = (a, b) match
    // A class that became a case of a sum.
    case (x: Ty.Rec, y: Ty.Sum) if y.cases.exists(_.id == x.id) =>
      val to = y.cases.find(_.id == x.id).get
      if byName && to.name != x.name && !to.was.contains(x.name) then refuse(s"${show(path)}: a case of another name")
      if x.old.nonEmpty then maybe += "a class with a migration becomes a case"
      val convert = fields(x.fields, to.fields, path)
      if x.isWrapper then maybe += "a class of one field becomes a case"
      value => Obj(to.name, convert(value.asInstanceOf[Obj].fields))
    // A name says which part of one class is which part of the other.
    case (x: Ty.Rec, y: Ty.Rec) if byName && (x.isWrapper || y.isWrapper) && isMet(x, y) => through(x, y, path).get
    case _ if !byName && grown(a, b).nonEmpty                                            => grown(a, b).get
    case _                                                                               =>
      if (wrappers(chain(a)) ++ wrappers(chain(b))).nonEmpty then open += "another content of a class of one field"
      else if isPlainly(a, b) then open += Truth.AnotherContent
      maybe += "parts that are not related"
      refuse(s"${show(path)}: ${Ty.text(a)} becomes ${Ty.text(b)}")

  // Whether plain values, maybe in Options, can be read as others.
  private def isPlainly(a: Ty, b: Ty): Boolean = (chain(a).last, chain(b).last) match
    case (Ty.Prim(_, from), Ty.Prim(_, to)) => Widen(from, to).nonEmpty
    case _                                  => false

  private def cases(x: Ty.Sum, y: Ty.Sum, path: Path): Any => Any =
    val byCase = x.cases.map { c =>
      val to      = y.cases.find(_.id == c.id).filter(to => !byName || to.name == c.name || to.was.contains(c.name))
      val another = y.cases.find(o => o.id != c.id && (o.name == c.name || o.was.contains(c.name)))
      if byName && another.nonEmpty then if to.isEmpty || another.exists(_.name == c.name) then throw NameReuse(c.name)
      c.name -> to.map(to => (to.name, fields(c.fields, to.fields, path :+ Name(c.name))))
    }.toMap
    value =>
      val obj = value.asInstanceOf[Obj]
      byCase(obj.name) match
        case Some((name, convert)) => Obj(name, convert(obj.fields))
        case None                  => throw RefusedValue(s"${show(path)}: no case ${obj.name} any more")

object Truth:
  /** No value can be read. */
  final class Refused(why: String) extends Exception(why, null, false, false)

  /** This value cannot be read. */
  final class RefusedValue(why: String) extends Exception(why, null, false, false)

  /** The name of a field or case was used again for another one, which the documentation forbids. */
  final class NameReuse(name: String) extends Exception(name, null, false, false)

  /** The verdict warns of it. */
  val EqualInList: String = "a list with equal elements becomes a set"

  /** Data of the present type that look like the older one may be migrated, or read directly and refused. */
  val MigratedOnly: String = "a value that the present type refuses and the migration of its older type reads"

  /** The verdict knows the older program by its schema only. */
  val BackByMigration: String = "way back: the older program loses other data by its migration"

  /** Prefix of the reasons for which another value is right if the verdict has warnings. */
  val Another: String = "another value, and the verdict has warnings: "

  /** Separates a path from the names within it. */
  val Within: String = "›"

  /** The content of a class changed, and then the class was unwrapped: no name is left to show it. */
  val AnotherContent: String = "another content of a class of one field that was unwrapped since"

  /** The reading that the migration of an older type allows, or the direct one: which of them to take. */
  enum Choice:
    case Any, Older, Direct

  def byNames: Truth = new Truth(byName = true)

  def byLineage: Truth = new Truth(byName = false)

  /** The function that a programmer would write, who knows what each part is. */
  def lineage(a: Ty, b: Ty): Option[Any => Any] =
    try Some(byLineage.convert(a, b, Vector.empty))
    catch case _: Refused => None

  /** The same for one field of a class; also one that was in a record of its own, or is now. */
  def lineageOf(from: Vector[Fld], to: Fld): Option[Vector[Any] => Any] =
    try byLineage.made(from, to)
    catch case _: Refused => None

  /** A part of a path. */
  final case class Name(text: String)
  type Path = Vector[Name]
  val Elements: Name = Name("[]")

  def show(path: Path): String = path.foldLeft("") { (all, name) =>
    if all.isEmpty || name.text.startsWith("[") then all + name.text else s"$all.${name.text}"
  }

  /** A type, and what it is a layer around: outermost first. Opaque types and marks are no part of values. */
  def chain(ty: Ty): Vector[Ty] = ty match
    case Ty.Opt(_, of)                => ty +: chain(of)
    case Ty.Opaque(_, of)             => chain(of)
    case Ty.Marked(_, of)             => chain(of)
    case rec: Ty.Rec if rec.isWrapper => ty +: chain(rec.fields(0).of)
    case _                            => Vector(ty)

  /** Whether a value has no content: an empty Option, or one of those around it. */
  def isNone(value: Any): Boolean = value match
    case None                => true
    case Some(inner)         => isNone(inner)
    case OrNone(_)           => true
    case OneOf(first, _)     => isNone(first)
    case Obj(_, Vector(one)) => isNone(one)
    case _                   => false
