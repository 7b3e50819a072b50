package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

import scala.util.Random

/** Changes of a type, drawn at random, as programmers make them. A change of a class is made wherever the class is. */
final class Edits(random: Random, types: Types):
  import Edits.*

  private val values = Values(random)

  private def newId(): Int              = types.newId()
  private def pick[A](of: Vector[A]): A = of(random.nextInt(of.size))
  private def chance(one: Int): Boolean = random.nextInt(one) == 0

  /** Changes a part of the type; returns the name of the change and the new type, or none if none applies. */
  def apply(root: Ty): Option[(String, Ty)] =
    val all           = Ty.all(root)
    val (part, edits) =
      if random.nextBoolean() then
        val part = pick(all)
        (part, of(part))
      else
        // A group that is rare otherwise.
        val (group, is) = pick(Groups)
        val sums        = all.filter(_.isInstanceOf[Ty.Sum])
        val named       = all.filter(part => part.isInstanceOf[Ty.Sum] || part.isInstanceOf[Ty.Rec])
        if named.isEmpty then (root, Vector.empty)
        else
          val part = pick(if group == "cases" && sums.nonEmpty then sums else named)
          (part, of(part).filter(edit => is(edit.name)))
    if edits.isEmpty then None
    else
      val edit = pick(edits)
      edit.make().map(made => edit.name -> Edits.replace(root, part, made)).filter(_._2 != root)

  private final case class Edit(name: String, make: () => Option[Ty])

  private def edit(name: String)(make: => Ty): Edit          = Edit(name, () => Some(make))
  private def edits(name: String)(make: => Option[Ty]): Edit = Edit(name, () => make)

  private def of(part: Ty): Vector[Edit] = (part match
    case rec: Ty.Rec       => ofRecord(rec)
    case sum: Ty.Sum       => ofSum(sum)
    case tup: Ty.Tup       => Vector(edit("tuple to record")(toRecord(tup)), edit("tuple to record")(toRecord(tup)))
    case Ty.Prim(id, kind) => Vector.fill(3)(edits("widen")(wider(kind).map(Ty.Prim(id, _))))
    case coll: Ty.Coll     =>
      Vector.fill(3)(edit("collections exchanged")(coll.copy(kind = Collected.fromOrdinal(random.nextInt(3)))))
    case Ty.Opaque(_, of) => Vector.fill(3)(edit("unwrap opaque")(of))
    case Ty.Marked(_, of) => Vector.fill(3)(edit("@dict removed")(of))
    case Ty.Opt(_, of)    => if chance(10) then Vector(edit("Option[A] to A")(of)) else Vector.empty
    case _                => Vector.empty
  ) ++ Vector(
    edit("wrap in a class of one field")(wrapped(part)),
    edit("wrap in an opaque type")(Ty.Opaque(newId(), part)),
    edit("A to Option[A]")(Ty.Opt(newId(), part))
  )

  private def wrapped(ty: Ty): Ty =
    val id = newId()
    Ty.Rec(id, s"W$id", Vector(newField(if chance(3) then "value" else s"f$id", ty)), 0, None)

  private def newField(name: String, ty: Ty): Fld = Fld(newId(), name, ty)

  private def wider(kind: Kind): Option[Kind] =
    val others = Kind.values.toVector.filter(to => to != kind && Widen(kind, to).nonEmpty)
    if chance(12) then Some(Kind.String) else if others.isEmpty then None else Some(pick(others))

  // --- classes ------------------------------------------------------------------------------------------------------

  private def ofRecord(rec: Ty.Rec): Vector[Edit] =
    val fields = ofFields(rec.fields, 1).map { (name, make) =>
      edits(name)(make().map(changed => rec.copy(fields = changed)))
    }
    val own = Vector(
      edit("type renamed")(rec.copy(name = s"C${newId()}")),
      edits("migration added")(migrated(rec)),
      edits("migration added")(migrated(rec)),
      edits("fields into a sub-record")(grouped(rec)),
      edits("sub-record dissolved")(dissolved(rec)),
      edits("class becomes a case")(Option.when(rec.old.isEmpty)(asCase(rec)))
    )
    val one = if rec.isWrapper then Vector.fill(4)(edit("unwrap")(rec.fields(0).of)) else Vector.empty
    fields ++ own ++ one

  private def migrated(rec: Ty.Rec): Option[Ty] =
    val from  = pick(rec.fields)
    val id    = newId()
    val to    = Fld(id, s"f$id", Migrate.computed(newId()))
    val old   = Old(rec.copy(name = s"${rec.name}Old"), from.id, id, to.of)
    val rest  = if chance(3) then rec.fields else rec.fields.filterNot(_.id == from.id)
    val added = if chance(2) then Vector(to.copy(default = Some("none"))) else Vector(to)
    Option.when(rec.generation < 2)(rec.copy(fields = rest ++ added, generation = rec.generation + 1, old = Some(old)))

  private def grouped(rec: Ty.Rec): Option[Ty] =
    val (some, rest) = rec.fields.partition(_ => random.nextBoolean())
    Option.when(some.nonEmpty) {
      val id    = newId()
      val inner = Ty.Rec(id, s"G$id", some, 0, None)
      val field = newField(s"f$id", inner)
      rec.copy(fields = field.copy(default = Option.when(!chance(4))(values.of(inner))) +: rest)
    }

  private def dissolved(rec: Ty.Rec): Option[Ty] =
    val inner = rec.fields.collect { case field @ Fld(_, _, sub: Ty.Rec, _, _) => (field, sub) }
    if inner.isEmpty then None
    else
      val (field, sub) = pick(inner)
      val moved        = sub.fields.map(f => if chance(2) then f.copy(default = Some(values.of(f.of))) else f)
      val all          = rec.fields.flatMap(f => if f.id == field.id then moved else Vector(f))
      Option.when(isValid(all))(rec.copy(fields = all))

  private def asCase(rec: Ty.Rec): Ty =
    val id  = newId()
    val own = Cse(rec.id, rec.name, rec.fields)
    Ty.Sum(
      id,
      s"S$id",
      if chance(3) then Vector(own) else random.shuffle(Vector(own, types.newCase(1), types.newCase(1)))
    )

  private def toRecord(tup: Ty.Tup): Ty =
    val fields = tup.slots.map(slot => slot.copy(name = s"f${newId()}"))
    Ty.Rec(tup.id, s"T${tup.id}", if chance(4) then fields :+ withDefault() else fields, 0, None)

  // --- sums ---------------------------------------------------------------------------------------------------------

  private def ofSum(sum: Ty.Sum): Vector[Edit] =
    val at                    = random.nextInt(sum.cases.size)
    val c                     = sum.cases(at)
    def becomes(changed: Cse) = sum.copy(cases = sum.cases.updated(at, changed))
    val fields                = ofFields(c.fields, 0).map { (name, make) =>
      edits(s"in a case: $name")(make().map(changed => becomes(c.copy(fields = changed))))
    }
    fields ++ Vector(
      edit("case added")(sum.copy(cases = insert(sum.cases, types.newCase(1)))),
      edit("case added")(sum.copy(cases = insert(sum.cases, types.newCase(1)))),
      edits("case removed")(Option.when(sum.cases.size > 1)(sum.copy(cases = sum.cases.patch(at, Nil, 1)))),
      edit("cases reordered")(sum.copy(cases = random.shuffle(sum.cases))),
      edit("case renamed with @was")(becomes(c.copy(name = s"K${newId()}", was = c.name +: c.was))),
      edit("case renamed")(becomes(c.copy(name = s"K${newId()}"))),
      edit("sum renamed")(sum.copy(name = s"S${newId()}"))
    )

  // --- fields -------------------------------------------------------------------------------------------------------

  private def insert[A](all: Vector[A], one: A): Vector[A] = all.patch(random.nextInt(all.size + 1), Seq(one), 0)

  private def withDefault(): Fld =
    val field = types.field(1)
    field.copy(default = Some(values.of(field.of)))

  private def optional(name: String): Fld = newField(name, Ty.Opt(newId(), types.of(random.nextInt(2))))

  private def ofFields(fields: Vector[Fld], fewest: Int): Vector[(String, () => Option[Vector[Fld]])] =
    def one(change: Fld => Fld): Option[Vector[Fld]] = Option.when(fields.nonEmpty) {
      val at = random.nextInt(fields.size)
      fields.updated(at, change(fields(at)))
    }
    Vector(
      ("add an Option", () => Some(insert(fields, optional(s"f${newId()}")))),
      ("add an Option", () => Some(insert(fields, optional(s"f${newId()}")))),
      ("add a field with a default", () => Some(insert(fields, withDefault()))),
      ("add a field with a default", () => Some(insert(fields, withDefault()))),
      ("add a field", () => Option.when(chance(3))(insert(fields, types.field(1)))),
      ("add several fields", () => Some(insert(insert(fields, optional(s"f${newId()}")), withDefault()))),
      ("remove a field", () => Option.when(fields.size > fewest)(fields.patch(random.nextInt(fields.size), Nil, 1))),
      ("remove all fields but one", () => Option.when(fields.size > 1)(Vector(pick(fields)))),
      ("reorder fields", () => Some(random.shuffle(fields))),
      ("rename with @was", () => one(f => f.copy(name = s"f${newId()}", was = f.name +: f.was))),
      ("rename with @was", () => one(f => f.copy(name = s"f${newId()}", was = f.name +: f.was))),
      ("rename", () => one(_.copy(name = s"f${newId()}"))),
      ("give a default", () => one(f => f.copy(default = Some(values.of(f.of))))),
      ("mark by @dict", () => one(f => f.copy(of = Ty.Marked(newId(), f.of)))),
      ("rename with @was, the old name for a new Option", () => renamedAndReused(fields)),
      ("rename two in a chain", () => chained(fields))
    ).map((name, make) => (name, () => make().filter(isValid)))

  private def renamedAndReused(fields: Vector[Fld]): Option[Vector[Fld]] = Option.when(fields.nonEmpty) {
    val at    = random.nextInt(fields.size)
    val field = fields(at)
    val moved = field.copy(name = s"f${newId()}", was = Vector(field.name))
    insert(fields.updated(at, moved), optional(field.name))
  }

  // a, b: b gets a new name, a gets the name of b.
  private def chained(fields: Vector[Fld]): Option[Vector[Fld]] = Option.when(fields.size > 1) {
    val Vector(a, b) = random.shuffle(fields.indices.toVector).take(2): @unchecked
    fields
      .updated(a, fields(a).copy(name = fields(b).name, was = Vector(fields(a).name)))
      .updated(b, fields(b).copy(name = s"f${newId()}", was = Vector(fields(b).name)))
  }

object Edits:
  /** Changes that programmers often make and that few parts of types allow; each is drawn for many pairs. */
  val Groups: Vector[(String, String => Boolean)] = Vector(
    "removal"     -> (_.contains("remove")),
    "reordering"  -> (_.contains("reorder")),
    "cases"       -> (name => name.contains("case") && !name.startsWith("class")),
    "sub-records" -> (_.contains("sub-record"))
  )

  /** Whether no two fields have one name or claim one former name. */
  def isValid(fields: Vector[Fld]): Boolean =
    def once(names: Vector[String]) = names.distinct.size == names.size
    once(fields.map(_.name)) && once(fields.flatMap(_.was)) && fields.map(_.id).distinct.size == fields.size

  /** The type with another part in all places of a part; defaults change with the types of their fields. */
  def replace(root: Ty, part: Ty, by: Ty): Ty =
    def field(f: Fld): Fld =
      val of = visit(f.of)
      if of eq f.of then f
      else
        val default = f.default.map { value =>
          try Truth.lineage(f.of, of).fold(Values.first(of))(_(value))
          catch case _: Truth.RefusedValue => Values.first(of)
        }
        f.copy(of = of, default = default)
    def fields(all: Vector[Fld]): Vector[Fld] =
      val changed = all.map(field)
      if changed.lazyZip(all).forall(_ eq _) then all else changed
    def inner(ty: Ty, of: Ty)(make: Ty => Ty): Ty =
      val changed = visit(of)
      if changed eq of then ty else make(changed)
    def visit(ty: Ty): Ty =
      if ty == part then by
      else
        ty match
          case prim: Ty.Prim     => prim
          case Ty.Opt(id, of)    => inner(ty, of)(Ty.Opt(id, _))
          case Ty.Opaque(id, of) => inner(ty, of)(Ty.Opaque(id, _))
          case Ty.Marked(id, of) => inner(ty, of)(Ty.Marked(id, _))
          case c: Ty.Coll        => inner(ty, c.of)(of => c.copy(of = of))
          case d: Ty.Dict        =>
            val (k, v) = (visit(d.key), visit(d.value))
            if (k eq d.key) && (v eq d.value) then d else Ty.Dict(d.id, k, v)
          case a: Ty.Alt =>
            val (l, r) = (visit(a.left), visit(a.right))
            if (l eq a.left) && (r eq a.right) then a else Ty.Alt(a.id, l, r)
          case t: Ty.Tup =>
            val slots = fields(t.slots)
            if slots eq t.slots then t else t.copy(slots = slots)
          case r: Ty.Rec =>
            val changed = fields(r.fields)
            if changed eq r.fields then r else r.copy(fields = changed)
          case s: Ty.Sum =>
            val cases = s.cases.map { c =>
              val changed = fields(c.fields)
              if changed eq c.fields then c else c.copy(fields = changed)
            }
            if cases.lazyZip(s.cases).forall(_ eq _) then s else s.copy(cases = cases)
    visit(root)
