package brine.codec.derive

import brine.codec.Codec
import brine.codec.Schema.Kind
import brine.codec.internal.columns.Registers
import brine.codec.internal.errors.Malformed

import scala.quoted.*
import scala.reflect.ClassTag

/** Generates how a value of a flat type is split into the columns of a row, and built from them. */
private[derive] trait ColumnCode extends WriteCode with ReadCode:
  import quotes.reflect.*

  /** The statements that put a value into a row. */
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
    val body    = Gathers(methods, externals, to, row, first).all(shape, value)
    Block(methods.definitions(), body.changeOwner(owner))

  /** Puts values of parts into rows, by the number of the part: a loop for each part. */
  def partGatherer(
      number: Term,
      values: Expr[Iterator[Any]],
      count: Expr[Int],
      to: Term,
      row: Expr[Int],
      first: Term,
      externals: ExternalCodecs,
      owner: Symbol
  ): Term =
    val methods                                                        = Methods(owner, "gatherPart")
    def one(shape: Shape, value: Expr[Any], at: Expr[Int]): Expr[Unit] =
      Gathers(methods, externals, to, at.asTerm, first).apart(shape, cast(value.asTerm, shape.tpe), 0).asExprOf[Unit]
    val bodies = columnParts.map { (shape, _) =>
      '{
        var done = 0
        while done < $count && $values.hasNext do
          ${ one(shape, '{ $values.next() }, '{ $row + done }) }
          done += 1
        done
      }.asTerm
    }
    Block(methods.definitions(), switch(number, bodies, noPart(number)).changeOwner(owner))

  private def noPart(number: Term): Term =
    call('{ Malformed }.asTerm, "noPart", number)

  private val registersType = TypeRepr.of[Registers]

  /** The statements for values of one row; `first` is the number of the first column. */
  private final class Gathers(methods: Methods, externals: ExternalCodecs, to: Term, row: Term, first: Term):
    private val writes = Writes(methods, externals)

    def all(shape: Shape, value: Term): Term = block(gather(shape, value, 0)._1)

    /** The same in a method of its own. */
    def apart(shape: Shape, value: Term, at: Int): Term =
      val detail     = if shape.isInstanceOf[Boxed] then 1 else 0
      val parameters = List("value" -> shape.tpe, "to" -> registersType, "row" -> intType, "first" -> intType)
      val symbol     = methods(Key("gather", shape.tpe, detail), readable(shape.tpe), parameters, unitType) {
        case List(value, to, row, first) =>
          val inside = Gathers(methods, externals, to, row, first)
          shape match
            case Named(_, index) => block(inside.named(shape.tpe, index, value, 0)._1)
            case other           => inside.all(other, value)
        case _ => report.errorAndAbort("a value is put into a row by four parameters")
      }
      Apply(Ref(symbol), List(value, to, row, plus(first, at)))

    private def put(method: String, at: Int, value: Term): Statement = putTerm(method, at, value)

    private def putTerm(method: String, at: Int, value: Term): Term = call(to, method, plus(first, at), row, value)

    /** The same for the columns of a case or side, where the value has a place of its own. */
    private def inCase(place: Term): Gathers = Gathers(methods, externals, to, place, first)

    private def gather(shape: Shape, value: Term, at: Int): (List[Statement], Int) = shape match
      case Primitive(_, kind)                 => (List(putPrimitive(kind, at, value)), at + 1)
      case Boxed(of) if standsAlone(of)       => gather(of, value, at)
      case Boxed(of)                          => (List(put("putValue", at, unwrapped(of, value))), at + 1)
      case _: (External | Sequence | Mapping) => (List(put("putValue", at, value)), at + 1)
      case Wrapper(_, of, unwrap, _)          => gather(of, unwrap(value), at)
      case Optional(tpe, of)                  =>
        val (definition, option) = local("option", tpe, value)
        val (inner, next)        = gather(of, Select.unique(option, "get"), at + 1)
        val present              = Select.unique(option, "isDefined")
        (List(definition, put("putBit", at, present), If(present, block(inner), unit)), next)
      case Alternative(tpe, left, right) =>
        val (definition, either) = local("either", tpe, value)
        val between              = at + 1 + columnCount(left)
        val isRight              = Select.unique(either, "isRight")
        val (side, place)        = local("place", intType, putTerm("putSide", at, isRight))
        val body                 = writes.sides(left, right, either) { (isRight, shape, inner) =>
          block(inCase(place).gather(shape, inner, if isRight then between else at + 1)._1)
        }
        (List(definition, side, body), between + columnCount(right))
      case Tuples(tpe, elements) =>
        val (definition, tuple) = local("tuple", tpe, value)
        each(definition, elements.zipWithIndex.map((of, i) => of -> Select.unique(tuple, s"_${i + 1}")), at)
      case Named(tpe, index) =>
        // A method of its own keeps the code of many columns below what HotSpot compiles well.
        val count = columnCount(shape)
        if count > MostInline || isSumOfRecords(index) then (List(apart(shape, value, at)), at + count)
        else named(tpe, index, value, at)
      case other => report.errorAndAbort(s"${other.tpe.show} is not flat")

    private def named(tpe: TypeRepr, index: Int, value: Term, at: Int): (List[Statement], Int) =
      definition(index) match
        case record: RecordShape =>
          val (definition, whole) = local("record", tpe, value)
          each(definition, record.fields.map(f => f.shape -> f.select(whole)), at)
        case sum: SumShape if !haveColumns(sum) => (List(put("putInt", at, writes.tagOf(sum, value))), at + 1)
        case sum: SumShape                      =>
          val (definition, whole) = local("whole", tpe, value)
          val (tagged, tag)       = local("tag", intType, writes.tagOf(sum, whole))
          val (placed, place)     = local("place", intType, putTerm("putTag", at, tag))
          val firsts              = sum.cases.scanLeft(at + 1)((next, c) => next + caseCount(c))
          val bodies              = sum.cases.zip(firsts).map { (c, first) =>
            c.record match
              case None         => unit
              case Some(number) =>
                val fields            = record(number).fields
                val (narrowed, alone) = local("one", c.tpe, cast(whole, c.tpe))
                val parts             = fields.map(f => f.shape -> f.select(alone))
                block(inCase(place).each(narrowed, parts, first)._1 :+ unit)
          }
          (List(definition, tagged, placed, switch(tag, bodies, unit)), firsts.last)

    private def each(definition: Statement, parts: List[(Shape, Term)], at: Int): (List[Statement], Int) =
      val (statements, next) = parts.foldLeft((List(definition), at)) { case ((done, at), (of, value)) =>
        val (own, next) = gather(of, value, at)
        (own.reverse ::: done, next)
      }
      (statements.reverse, next)

    private def putPrimitive(kind: Kind, at: Int, value: Term): Statement = kind match
      case Kind.Boolean                       => put("putBit", at, value)
      case Kind.Byte | Kind.Short | Kind.Char => put("putInt", at, Select.unique(value, "toInt"))
      case Kind.Int                           => put("putInt", at, value)
      case Kind.Long                          => put("putLong", at, value)
      case Kind.Float                         => put("putDouble", at, Select.unique(value, "toDouble"))
      case Kind.Double                        => put("putDouble", at, value)
      case _                                  => put("putValue", at, value)

  private def unwrapped(shape: Shape, value: Term): Term = shape match
    case Wrapper(_, of, unwrap, _) => unwrapped(of, unwrap(value))
    case Boxed(of)                 => unwrapped(of, value)
    case _                         => value

  private def isSumOfRecords(index: Int): Boolean = definition(index) match
    case sum: SumShape => sum.cases.exists(_.record.isDefined)
    case _             => false

  /** Whether the cases of a flat sum have columns, besides its tag. */
  private def haveColumns(sum: SumShape): Boolean = sum.cases.exists(caseCount(_) > 0)

  /** Number of columns of a flat shape, without those of nested sequences. */
  private def columnCount(shape: Shape): Int = shape match
    case Boxed(of)                   => if standsAlone(of) then columnCount(of) else 1
    case Wrapper(_, of, _, _)        => columnCount(of)
    case Optional(_, of)             => 1 + columnCount(of)
    case Alternative(_, left, right) => 1 + columnCount(left) + columnCount(right)
    case Tuples(_, elements)         => elements.map(columnCount).sum
    case Named(_, index)             =>
      definition(index) match
        case record: RecordShape => record.fields.map(f => columnCount(f.shape)).sum
        case sum: SumShape       => 1 + sum.cases.map(caseCount).sum
    case _ => 1

  private def caseCount(c: CaseShape): Int = c.record.fold(0)(r => record(r).fields.map(f => columnCount(f.shape)).sum)

  /** Builds the value of a row. */
  def builder(shape: Shape, from: Term, row: Term, first: Term, owner: Symbol): Term =
    val methods = Methods(owner, "build")
    val body    = Builds(methods, from, row, first).all(shape)
    Block(methods.definitions(), body.changeOwner(owner))

  /** Builds the values of rows, by the number of the part: a loop for each part. */
  def partBuilder(
      number: Term,
      from: Term,
      row: Expr[Int],
      count: Expr[Int],
      first: Term,
      into: Expr[Array[AnyRef]],
      at: Expr[Int],
      owner: Symbol
  ): Term =
    val methods                                      = Methods(owner, "buildPart")
    def one(shape: Shape, row: Expr[Int]): Expr[Any] =
      Typed(Builds(methods, from, row.asTerm, first).apart(shape, 0), Inferred(TypeRepr.of[Any])).asExprOf[Any]
    val bodies = columnParts.map { (shape, _) =>
      '{
        var done = 0
        while done < $count do
          $into($at + done) = ${ one(shape, '{ $row + done }) }.asInstanceOf[AnyRef]
          done += 1
      }.asTerm
    }
    Block(methods.definitions(), switch(number, bodies, noPart(number)).changeOwner(owner))

  private final class Builds(methods: Methods, from: Term, row: Term, first: Term):
    def all(shape: Shape): Term = build(shape, 0)._1

    /** The same in a method of its own. */
    def apart(shape: Shape, at: Int): Term =
      val detail     = if shape.isInstanceOf[Boxed] then 1 else 0
      val parameters = List("from" -> registersType, "row" -> intType, "first" -> intType)
      val symbol     = methods(Key("build", shape.tpe, detail), readable(shape.tpe), parameters, shape.tpe) {
        case List(from, row, first) =>
          val inside = Builds(methods, from, row, first)
          shape match
            case Named(tpe, index) => inside.named(tpe, index, 0)._1
            case other             => inside.all(other)
        case _ => report.errorAndAbort("a value is built by three parameters")
      }
      Apply(Ref(symbol), List(from, row, plus(first, at)))

    /** The same for the columns of a case or side. */
    private def inCase(place: Term): Builds = Builds(methods, from, place, first)

    private def get(method: String, at: Int): Term = call(from, method, plus(first, at), row)

    private def build(shape: Shape, at: Int): (Term, Int) = shape match
      case Primitive(tpe, kind)               => (getPrimitive(tpe, kind, at), at + 1)
      case Boxed(of) if standsAlone(of)       => build(of, at)
      case Boxed(of)                          => (wrapped(of, get("value", at)), at + 1)
      case _: (External | Sequence | Mapping) => (cast(get("value", at), shape.tpe), at + 1)
      case Wrapper(_, of, _, wrap)            =>
        val (inner, next) = build(of, at)
        (wrap(inner), next)
      case Optional(tpe, of) =>
        val (inner, next) = build(of, at + 1)
        (typedIf(tpe, get("bit", at), some(tpe, inner), none(tpe)), next)
      case Alternative(tpe, left, right) =>
        val (placed, place)   = local("place", intType, get("place", at))
        val (inLeft, between) = inCase(place).build(left, at + 1)
        val (inRight, next)   = inCase(place).build(right, between)
        (Block(List(placed), typedIf(tpe, get("bit", at), side(tpe, 1, inRight), side(tpe, 0, inLeft))), next)
      case Tuples(tpe, elements) => each(tpe, elements, at)
      case Named(tpe, index)     =>
        val count = columnCount(shape)
        if count > MostInline || isSumOfRecords(index) then (apart(shape, at), at + count) else named(tpe, index, at)
      case other => report.errorAndAbort(s"${other.tpe.show} is not flat")

    private def named(tpe: TypeRepr, index: Int, at: Int): (Term, Int) = definition(index) match
      case record: RecordShape => each(record.tpe, record.fields.map(_.shape), at)
      case sum: SumShape       =>
        val firsts          = sum.cases.scanLeft(at + 1)((next, c) => next + caseCount(c))
        val (placed, place) = local("place", intType, get("place", at))
        val values          = sum.cases.zip(firsts).map { (c, first) =>
          val value = c.record match
            case None         => c.singleton.get
            case Some(number) => inCase(place).each(record(number).tpe, record(number).fields.map(_.shape), first)._1
          Typed(value, Inferred(tpe))
        }
        val tag     = get("int", at)
        val unknown = call('{ Malformed }.asTerm, "unknownCase", cast(tag, TypeRepr.of[Any]), string(sum.name))
        val built   = switch(tag, values, unknown)
        (if haveColumns(sum) then Block(List(placed), built) else built, firsts.last)

    private def each(tpe: TypeRepr, parts: List[Shape], at: Int): (Term, Int) =
      val (values, next) = parts.foldLeft((List.empty[Term], at)) { case ((done, at), of) =>
        val (value, next) = build(of, at)
        (value :: done, next)
      }
      (construct(tpe, values.reverse), next)

    private def wrapped(shape: Shape, value: Term): Term = shape match
      case Wrapper(_, of, _, wrap) => wrap(wrapped(of, value))
      case Boxed(of)               => wrapped(of, value)
      case other                   => cast(value, other.tpe)

    private def getPrimitive(tpe: TypeRepr, kind: Kind, at: Int): Term = kind match
      case Kind.Boolean => get("bit", at)
      case Kind.Byte    => Select.unique(get("int", at), "toByte")
      case Kind.Short   => Select.unique(get("int", at), "toShort")
      case Kind.Char    => Select.unique(get("int", at), "toChar")
      case Kind.Int     => get("int", at)
      case Kind.Long    => get("long", at)
      case Kind.Float   => Select.unique(get("double", at), "toFloat")
      case Kind.Double  => get("double", at)
      case _            => cast(get("value", at), tpe)

  // Records of more columns than this are put into rows and built by methods of their own.
  private final val MostInline = 16

  private def plus(first: Term, at: Int): Term =
    if at == 0 then first else '{ ${ first.asExprOf[Int] } + ${ Expr(at) } }.asTerm

  /** The codecs of sequences of parts. */
  def sequenceCodecs(parts: Expr[Array[Codec[?]]]): Expr[Array[Codec[?]]] =
    val all = partSequences.map { sequence =>
      sequence.of.tpe.asType match
        case '[e] =>
          val element = '{ $parts(${ Expr(partOf(inSequence(sequence.of))) }).asInstanceOf[Codec[e]] }
          // Values of a type such as Seq may be of any class.
          sequence.tpe.typeSymbol.name match
            case "List"   => '{ Codec.listCodec[e](using $element) }
            case "Vector" => '{ Codec.vectorCodec[e](using $element) }
            case "Array"  =>
              val tag = Expr
                .summon[ClassTag[e]]
                .getOrElse(report.errorAndAbort(s"No ClassTag for the elements of ${sequence.tpe.show}"))
              '{ Codec.arrayCodec[e](using $element, $tag) }
            case _ =>
              if sequence.collection == Collection.List then '{ Codec.iterableCodec[e](using $element) }
              else '{ Codec.indexedSeqCodec[e](using $element) }
    }
    '{ Array[Codec[?]](${ Varargs(all) }*) }
