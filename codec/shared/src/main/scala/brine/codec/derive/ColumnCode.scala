package brine.codec.derive

import brine.codec.Schema.Kind
import brine.codec.internal.codecs.Derived
import brine.codec.internal.columns.Columns
import brine.codec.internal.errors.Malformed

import scala.quoted.*

/** Generates how a value of a flat type is split into the columns of a row, and built from them.
  *
  * A type is flat if it consists only of fields that are not divided further, singletons, options of those, and records
  * and tuples of those; see section 6 of the format.
  */
private[derive] trait ColumnCode extends WriteCode with ReadCode:
  import quotes.reflect.*

  /** A column: its entry in [[Derived.columnText]] and its name. `by` is the shape whose codec writes its values one by
    * one, if any.
    */
  private final case class Entry(code: Int, guard: Int, detail: Int, by: Option[Shape], name: String)

  /** The columns of a flat shape as text, and their names; `None` if it is not flat, has no columns, or has too many.
    */
  def columnsOf(shape: Shape): Option[(String, String)] =
    entries(shape, "", -1, 0, Set.empty).filter(all => all.nonEmpty && all.sizeIs <= Columns.Most).map { all =>
      // Only here do codecs get a number, and with it a place among the externals, so that a program includes only
      // codecs it needs.
      val text = all.flatMap { entry =>
        List(entry.code, entry.guard + 1, entry.by.fold(entry.detail)(indexOf)).map(_.toChar)
      }.mkString
      (text, all.map(_.name).mkString(","))
    }

  /** Whether sequences of a shape may be written in columns. What external codecs write is known only at run time. */
  def mayHaveColumns(shape: Shape): Boolean = shape match
    case _: (Named | Optional | Tuples) => columnsOf(shape).isDefined
    case wrapper: Wrapper               => mayHaveColumns(wrapper.of)
    case _                              => false

  private def entries(shape: Shape, name: String, guard: Int, at: Int, within: Set[Int]): Option[List[Entry]] =
    def one(code: Int, detail: Int = 0, by: Option[Shape] = None) = Some(List(Entry(code, guard, detail, by, name)))
    def all(parts: List[(String, Shape)], within: Set[Int]): Option[List[Entry]] =
      parts.foldLeft(Option(List.empty[Entry])) { case (done, (part, of)) =>
        for
          before <- done
          path = if name.isEmpty then part else s"$name.$part"
          own <- entries(of, path, guard, at + before.size, within)
        yield before ::: own
      }
    shape match
      case Primitive(_, Kind.Unit) => None
      case Primitive(_, kind)      =>
        one(kind.ordinal, by = Option.when(kind.ordinal > Kind.Double.ordinal)(shape))
      case Boxed(of)            => if standsAlone(of) then entries(of, name, guard, at, within) else None
      case Wrapper(_, of, _, _) => entries(of, name, guard, at, within)
      case external: External   => one(Derived.ExternalColumn, by = Some(external))
      case Optional(_, of)      =>
        entries(of, name, at, at + 1, within).map(Entry(Derived.PresenceColumn, guard, 0, None, name) :: _)
      case Tuples(_, elements)              => all(elements.zipWithIndex.map((of, i) => s"_${i + 1}" -> of), within)
      case Named(_, index) if within(index) => None
      case Named(_, index)                  =>
        definition(index) match
          // A record without fields has no column and is not flat, so nothing that contains it is flat either.
          case record: RecordShape if record.fields.isEmpty => None
          case record: RecordShape                 => all(record.fields.map(f => f.name -> f.shape), within + index)
          case sum: SumShape if isEnumeration(sum) => one(Derived.TagColumn, sum.cases.size)
          case _                                   => None
      case _ => None

  // Types that keep their bits even without a box, see SchemaLinker.box.
  private def standsAlone(shape: Shape): Boolean = shape match
    case Primitive(_, kind)   => kind.ordinal > Kind.Double.ordinal || kind == Kind.Byte
    case Wrapper(_, of, _, _) => standsAlone(of)
    case Boxed(of)            => standsAlone(of)
    case _: External          => true
    case _                    => false

  private def isEnumeration(sum: SumShape): Boolean =
    sum.cases.sizeIs <= TagLimit && tagBits(sum) > 0 && sum.cases.forall(_.record.isEmpty)

  /** The statements that put a value into a row, and the methods they call. */
  def gatherer(
      shape: Shape,
      value: Term,
      to: Term,
      row: Term,
      first: Term,
      externals: ExternalCodecs,
      owner: Symbol
  ): Term =
    val methods = Methods(owner, "gather")
    val writes  = Writes(methods, externals)

    def put(method: String, at: Int, value: Term): Statement = call(to, method, plus(first, at), row, value)

    def gather(shape: Shape, value: Term, at: Int): (List[Statement], Int) = shape match
      case Primitive(_, kind)        => (List(putPrimitive(kind, at, value)), at + 1)
      case Boxed(of)                 => gather(of, value, at)
      case _: External               => (List(put("putValue", at, value)), at + 1)
      case Wrapper(_, of, unwrap, _) => gather(of, unwrap(value), at)
      case Optional(tpe, of)         =>
        val (definition, option) = local("option", tpe, value)
        val (inner, next)        = gather(of, Select.unique(option, "get"), at + 1)
        val present              = Select.unique(option, "isDefined")
        (List(definition, put("putBit", at, present), If(present, block(inner), unit)), next)
      case Tuples(tpe, elements) =>
        val (definition, tuple) = local("tuple", tpe, value)
        each(definition, elements.zipWithIndex.map((of, i) => of -> Select.unique(tuple, s"_${i + 1}")), at)
      case Named(tpe, index) =>
        definition(index) match
          case record: RecordShape =>
            val (definition, whole) = local("record", tpe, value)
            each(definition, record.fields.map(f => f.shape -> Select.unique(whole, f.name)), at)
          case sum: SumShape => (List(put("putInt", at, writes.tagOf(sum, value))), at + 1)
      case other => report.errorAndAbort(s"${other.tpe.show} is not flat")

    def each(definition: Statement, parts: List[(Shape, Term)], at: Int): (List[Statement], Int) =
      val (statements, next) = parts.foldLeft((List(definition), at)) { case ((done, at), (of, value)) =>
        val (own, next) = gather(of, value, at)
        (own.reverse ::: done, next)
      }
      (statements.reverse, next)

    def putPrimitive(kind: Kind, at: Int, value: Term): Statement = kind match
      case Kind.Boolean                       => put("putBit", at, value)
      case Kind.Byte | Kind.Short | Kind.Char => put("putInt", at, Select.unique(value, "toInt"))
      case Kind.Int                           => put("putInt", at, value)
      case Kind.Long                          => put("putLong", at, value)
      case Kind.Float                         => put("putDouble", at, Select.unique(value, "toDouble"))
      case Kind.Double                        => put("putDouble", at, value)
      case _                                  => put("putValue", at, value)

    val (statements, _) = gather(shape, value, 0)
    Block(methods.definitions(), block(statements).changeOwner(owner))

  /** Builds the value of a row. */
  def builder(shape: Shape, from: Term, row: Term, first: Term, owner: Symbol): Term =
    def get(method: String, at: Int): Term = call(from, method, plus(first, at), row)

    def build(shape: Shape, at: Int): (Term, Int) = shape match
      case Primitive(tpe, kind)    => (getPrimitive(tpe, kind, at), at + 1)
      case Boxed(of)               => build(of, at)
      case external: External      => (cast(get("value", at), external.tpe), at + 1)
      case Wrapper(_, of, _, wrap) =>
        val (inner, next) = build(of, at)
        (wrap(inner), next)
      case Optional(tpe, of) =>
        val (inner, next) = build(of, at + 1)
        (typedIf(tpe, get("bit", at), some(tpe, inner), none(tpe)), next)
      case Tuples(tpe, elements) => all(tpe, elements, at)
      case Named(tpe, index)     =>
        definition(index) match
          case record: RecordShape => all(record.tpe, record.fields.map(_.shape), at)
          case sum: SumShape       =>
            val tag     = get("int", at)
            val unknown = call('{ Malformed }.asTerm, "unknownCase", cast(tag, TypeRepr.of[Any]), string(sum.name))
            val values  = sum.cases.map(c => Typed(c.singleton.get, Inferred(tpe)))
            (switch(tag, values, unknown), at + 1)
      case other => report.errorAndAbort(s"${other.tpe.show} is not flat")

    def all(tpe: TypeRepr, parts: List[Shape], at: Int): (Term, Int) =
      val (values, next) = parts.foldLeft((List.empty[Term], at)) { case ((done, at), of) =>
        val (value, next) = build(of, at)
        (value :: done, next)
      }
      (construct(tpe, values.reverse), next)

    def getPrimitive(tpe: TypeRepr, kind: Kind, at: Int): Term = kind match
      case Kind.Boolean => get("bit", at)
      case Kind.Byte    => Select.unique(get("int", at), "toByte")
      case Kind.Short   => Select.unique(get("int", at), "toShort")
      case Kind.Char    => Select.unique(get("int", at), "toChar")
      case Kind.Int     => get("int", at)
      case Kind.Long    => get("long", at)
      case Kind.Float   => Select.unique(get("double", at), "toFloat")
      case Kind.Double  => get("double", at)
      case _            => cast(get("value", at), tpe)

    build(shape, 0)._1.changeOwner(owner)

  private def plus(first: Term, at: Int): Term =
    if at == 0 then first else '{ ${ first.asExprOf[Int] } + ${ Expr(at) } }.asTerm
