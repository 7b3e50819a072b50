package brine.codec.derive

import brine.codec.Schema.Kind
import brine.codec.internal.columns.{Collect, ColumnSequences}
import brine.codec.internal.errors.Malformed
import brine.codec.internal.numbers.Put
import brine.codec.internal.references.{Repeats, SharedValues}
import brine.codec.{Codec, Out}

import scala.quoted.*

/** Generates the writing half of a codec.
  *
  * Writing a record is a list of steps. Consecutive steps of bounded size share one capacity check and keep the
  * position in a local variable, because a check and a field store per value cost a fifth of the time.
  */
private[derive] trait WriteCode extends ColumnShapes with Code:
  import quotes.reflect.*

  protected enum Step:
    /** Puts at most `most` bytes at a position of an array and returns the new position. */
    case Bounded(most: Int, put: (Term, Term) => Term, alone: Term)

    /** Any other statement. */
    case Free(statement: Statement)

  private val outType = TypeRepr.of[Out]
  private val put     = '{ Put }.asTerm

  /** The methods that write a value of `shape`, and the statement that calls them. */
  def writer(shape: Shape, out: Term, value: Term, externals: ExternalCodecs, owner: Symbol): Term =
    val methods = Methods(owner, "write")
    val writes  = Writes(methods, externals)
    val root    = block(writes.run(writes.value(shape, out, value), out))
    Block(methods.definitions(), root)

  protected final class Writes(methods: Methods, externals: ExternalCodecs):
    import Step.*

    /** The statements of some steps, with one capacity check per run of bounded steps. */
    def run(steps: List[Step], out: Term): List[Statement] = steps match
      case Nil                                                   => Nil
      case Free(statement) :: rest                               => statement :: run(rest, out)
      case Bounded(_, _, alone) :: (rest @ (Nil | Free(_) :: _)) => alone :: run(rest, out)
      case _                                                     =>
        val (bounded, rest) = steps.span(_.isInstanceOf[Bounded])
        val most            = bounded.collect { case Bounded(most, _, _) => most }.sum
        val (start, first)  = local("start", intType, call(put, "start", out, int(most)))
        val (array, bytes)  = local("array", TypeRepr.of[Array[Byte]], call(put, "array", out))
        val (puts, end)     = bounded.foldLeft((List.empty[Statement], first)) {
          case ((done, position), Bounded(_, put, _)) =>
            val (definition, next) = local("at", intType, put(bytes, position))
            (definition :: done, next)
          case (state, _) => state
        }
        val store = call(put, "end", out, end)
        (start :: array :: puts.reverse) ::: store :: run(rest, out)

    /** Writes a value in value position, that is, outside a record's header. */
    def value(shape: Shape, out: Term, value: Term): List[Step] = shape match
      case Primitive(_, kind)           => List(primitive(kind, out, value))
      case _ if externals.writes(shape) => List(Free(call(externals.get(shape), "write", out, value)))
      case Boxed(of)                    => this.value(of, out, value)
      case Repeated(of)                 => List(Free(Apply(Ref(repeated(of)), List(out, value))))
      case Wrapper(_, of, unwrap, _)    => this.value(of, out, unwrap(value))
      case _                            => List(Free(Apply(Ref(method(shape)), List(out, value))))

    private def primitive(kind: Kind, out: Term, value: Term): Step =
      val name      = kind.toString
      val (_, most) = kindSize(kind)
      if kind == Kind.Unit then Free(unit)
      else if most < 0 then Free(call(out, s"write${title(name)}", value))
      else if kind == Kind.UUID then
        // One byte more with a dictionary.
        Bounded(
          most + 1,
          (array, position) => call(put, "uuidOnce", out, array, position, value),
          call(out, "writeUuid", value)
        )
      else
        Bounded(
          most,
          (array, position) => call(put, decapitalize(name), array, position, value),
          call(out, s"write${title(name)}", value)
        )

    private def title(name: String)        = if name == "UUID" then "Uuid" else name
    private def decapitalize(name: String) = name.head.toLower.toString + name.tail

    /** The method that writes a value of a shape in value position. */
    private def method(shape: Shape): Symbol =
      val tpe = shape.tpe
      methods(Key("value", tpe), readable(tpe), List("out" -> outType, "value" -> tpe), unitType) {
        case List(out, value) =>
          shape match
            case Optional(_, of)             => optional(of, out, value)
            case Alternative(_, left, right) => alternative(left, right, out, value)
            case Tuples(_, elements)         => tuple(elements, out, value)
            case Identity(_, of)             => identity(of, out, value)
            case sequence: Sequence          => this.sequence(sequence, out, value)
            case Named(_, index)             =>
              definition(index) match
                case record: RecordShape => counted(index, out, block(run(fields(record, 0, 0, out, value), out)))
                case sum: SumShape       => counted(index, out, this.sum(sum, out, value))
            case other => report.errorAndAbort(s"no method writes $other")
        case _ => report.errorAndAbort("a writer has two parameters")
      }

    private def identity(of: Shape, out: Term, value: Term): Term =
      val isFirst = call('{ SharedValues }.asTerm, "write", out, value, string(identityOf(of.tpe)))
      If(isFirst, block(run(this.value(of, out, Select.unique(value, "value")), out)), unit)

    /** The method that writes a value marked for the dictionary. */
    private def repeated(of: Shape): Symbol =
      methods(Key("repeated", of.tpe), readable(of.tpe), List("out" -> outType, "value" -> of.tpe), unitType) {
        case List(out, value) =>
          val to                                = out.asExprOf[Out]
          def write(out: Expr[Out]): Expr[Unit] =
            block(run(this.value(of, out.asTerm, value), out.asTerm)).asExprOf[Unit]
          '{
            val inner = Repeats.begin($to)
            if inner == null then ${ write(to) }
            else
              val own = inner.nn
              ${ write('own) }
              Repeats.end($to, own, ${ Expr(identityOf(of.tpe)) })
          }.asTerm
        case _ => report.errorAndAbort("a writer has two parameters")
      }

    private def counted(index: Int, out: Term, body: Term): Term =
      if isRecursive(index) then Block(List(call(out, "enter"), body), call(out, "leave")) else body

    private def optional(of: Shape, out: Term, value: Term): Term =
      val some = boxedValue(of, out, Select.unique(value, "get"))
      If(
        Select.unique(value, "isEmpty"),
        call(out, "writeByte", byte(0)),
        block(call(out, "writeByte", byte(1)) :: run(some, out))
      )

    // In value position, the content of an Option, Either or collection is written on its own.
    private def boxedValue(of: Shape, out: Term, value: Term): List[Step] = this.value(of, out, value)

    private def byte(value: Int): Term = Literal(ByteConstant(value.toByte))

    private def alternative(left: Shape, right: Shape, out: Term, value: Term): Term =
      sides(left, right, value) { (isRight, shape, inner) =>
        block(call(out, "writeByte", byte(if isRight then 1 else 0)) :: run(this.value(shape, out, inner), out))
      }

    def sides(left: Shape, right: Shape, value: Term)(write: (Boolean, Shape, Term) => Term): Term =
      (left.tpe.asType, right.tpe.asType) match
        case ('[l], '[r]) =>
          val isRight = call0(value, "isRight")
          val inLeft  = Select.unique(cast2(value, TypeRepr.of[Left[l, r]]), "value")
          val inRight = Select.unique(cast2(value, TypeRepr.of[Right[l, r]]), "value")
          If(isRight, write(true, right, inRight), write(false, left, inLeft))
        case _ => report.errorAndAbort(s"${left.tpe.show} or ${right.tpe.show} is not a type")

    private def call0(receiver: Term, method: String): Term = Select.unique(receiver, method)

    private def cast2(term: Term, to: TypeRepr): Term =
      TypeApply(Select.unique(term, "asInstanceOf"), List(Inferred(to)))

    private def tuple(elements: List[Shape], out: Term, value: Term): Term =
      block(run(elements.zipWithIndex.flatMap((of, i) => this.value(of, out, Select.unique(value, s"_${i + 1}"))), out))

    // ---------------------------------------------------------------- records

    /** The steps of a record whose header starts with `tag` in `prefix` bits. */
    private def fields(record: RecordShape, prefix: Int, tag: Int, out: Term, value: Term): List[Step] =
      val header = headerOf(record.fields.map(_.shape), prefix)
      val parts  = record.fields
        .zip(header.places)
        .map((field, places) => part(field.shape, places, field.name, field.select(value), out))
      val groups = header.used.indices.toList.map { group =>
        val own  = if group == 0 && tag != 0 then List(int(tag)) else Nil
        val bits = own ::: parts.flatMap(_.bits).collect {
          case (place, bits) if place.group == group => shiftLeft(bits, place.shift)
        }
        val size = header.bytes(group)
        Bounded(
          size,
          (array, position) => call(put, "bits", array, position, or(bits), int(size)),
          call(out, "writeBits", or(bits), int(size))
        )
      }
      parts.flatMap(_.definitions.map(Free(_))) ::: groups ::: parts.flatMap(_.body)

    /** A field in parts: definitions computed first, its items in the header, its own bytes. */
    private final case class Part(definitions: List[Statement], bits: List[(Place, Term)], body: List[Step])

    private def part(shape: Shape, places: List[Place], name: String, value: Term, out: Term): Part = shape match
      case Wrapper(_, of, unwrap, _)  => part(of, places, name, unwrap(value), out)
      case Primitive(_, Kind.Boolean) => Part(Nil, List(places.head -> bit(value)), Nil)
      case Optional(tpe, of)          =>
        val (definition, option) = local(name, tpe, value)
        val inner                = part(of, places.tail, name, Select.unique(option, "get"), out)
        val empty                = Select.unique(option, "isEmpty")
        val whenPresent          =
          inner.bits.map((place, bits) => place -> ifEmpty(empty, int(0), block(inner.definitions :+ bits)))
        val innerBody = block(inner.definitions ::: run(inner.body, out))
        val body      = if inner.body.isEmpty then Nil else List(Free(If(empty, unit, innerBody)))
        Part(List(definition), (places.head -> ifEmpty(empty, int(0), int(1))) :: whenPresent, body)
      case Alternative(tpe, left, right) =>
        val (definition, either) = local(name, tpe, value)
        val body = sides(left, right, either)((_, shape, inner) => block(run(this.value(shape, out, inner), out)))
        Part(List(definition), List(places.head -> bit(call0(either, "isRight"))), List(Free(body)))
      case Named(tpe, index) if places.nonEmpty =>
        val sum                 = sumOf(index)
        val (definition, whole) = local(name, tpe, value)
        val (tagged, tag)       = local(s"${name}Tag", intType, Apply(Ref(tagMethod(sum)), List(whole)))
        val allSingletons       = sum.cases.forall(_.record.isEmpty)
        val body = if allSingletons then Nil else List(Free(Apply(Ref(bodyMethod(sum, index)), List(out, tag, whole))))
        Part(List(definition, tagged), List(places.head -> tag), body)
      case _ => Part(Nil, Nil, this.value(shape, out, value))

    private def bit(condition: Term): Term                               = If(condition, int(1), int(0))
    private def ifEmpty(empty: Term, whenEmpty: Term, other: Term): Term = If(empty, whenEmpty, other)

    // ---------------------------------------------------------------- sums

    private def sumOf(index: Int): SumShape = definition(index) match
      case sum: SumShape       => sum
      case record: RecordShape => report.errorAndAbort(s"${record.name} is not a sum")

    /** Writes a sum with its tag, which shares the header of the case.
      *
      * From about twenty cases on, the method exceeds the 325 bytes up to which HotSpot inlines hot methods, and is
      * called instead, once per value. It is a chain of tests and calls; the work is done in the smaller methods of the
      * cases.
      */
    private def sum(sum: SumShape, out: Term, value: Term): Term =
      if sum.cases.sizeIs > TagLimit then
        val (definition, tag) = local("tag", intType, Apply(Ref(tagMethod(sum)), List(value)))
        val bodies = sum.cases.map(c => c.record.fold(unit)(r => writeRecord(r, 0, 0, out, cast2(value, c.tpe))))
        val body   = if sum.cases.forall(_.record.isEmpty) then unit else switch(tag, bodies, unit)
        Block(List(definition, call(out, "writeUnsignedInt", tag)), body)
      else if sum.cases.forall(_.record.isEmpty) then
        val size = (tagBits(sum) + 7) / 8
        if size == 0 then unit else call(out, "writeBits", Apply(Ref(tagMethod(sum)), List(value)), int(size))
      else
        dispatch(sum, value) { (c, tag) =>
          c.record match
            case Some(record) => writeRecord(record, tagBits(sum), tag, out, cast2(value, c.tpe))
            case None         =>
              val size = (tagBits(sum) + 7) / 8
              if size == 0 then unit else call(out, "writeBits", int(tag), int(size))
        }

    private def writeRecord(record: Int, prefix: Int, tag: Int, out: Term, value: Term): Term =
      val shape  = WriteCode.this.record(record)
      val symbol = methods(
        Key("record", shape.tpe, prefix),
        readable(shape.tpe),
        List("out" -> outType, "value" -> shape.tpe),
        unitType
      ) {
        case List(out, value) => block(run(fields(shape, prefix, tag, out, value), out))
        case _                => report.errorAndAbort("a record's writer has two parameters")
      }
      Apply(Ref(symbol), List(out, value))

    /** Writes the body of each case, for a tag in the enclosing header. */
    private def bodyMethod(sum: SumShape, index: Int): Symbol =
      methods(
        Key("case", sum.tpe),
        readable(sum.tpe),
        List("out" -> outType, "tag" -> intType, "value" -> sum.tpe),
        unitType
      ) {
        case List(out, tag, value) =>
          val bodies = sum.cases.map(c => c.record.fold(unit)(r => writeRecord(r, 0, 0, out, cast2(value, c.tpe))))
          counted(index, out, switch(tag, bodies, unit))
        case _ => report.errorAndAbort("a case's writer has three parameters")
      }

    /** The tag of a value: its ordinal if the type's ordinals agree with the tags, else a chain of tests. */
    private def tagMethod(sum: SumShape): Symbol =
      methods(Key("tag", sum.tpe), s"Tag${readable(sum.tpe)}", List("value" -> sum.tpe), intType) {
        case List(value) =>
          if hasOrdinal(sum) then ordinal(sum, value) else dispatch(sum, value)((_, tag) => int(tag))
        case _ => report.errorAndAbort("a tag has one parameter")
      }

    /** The tag of a value. */
    def tagOf(sum: SumShape, value: Term): Term = Apply(Ref(tagMethod(sum)), List(value))

    private def hasOrdinal(sum: SumShape): Boolean =
      val symbol = sum.tpe.typeSymbol
      symbol.flags.is(Flags.Enum) && sum.cases.forall(_.record.isEmpty) && sum.cases.sizeIs == symbol.children.size

    private def ordinal(sum: SumShape, value: Term): Term =
      if sum.tpe.typeSymbol.flags.is(Flags.JavaDefined) then call(value, "ordinal") else Select.unique(value, "ordinal")

    private def dispatch(sum: SumShape, value: Term)(body: (CaseShape, Int) => Term): Term =
      val tests = sum.cases.zipWithIndex.map { (c, tag) =>
        val test = c.singleton match
          case Some(singleton) => call(cast2(value, TypeRepr.of[AnyRef]), "eq", cast2(singleton, TypeRepr.of[AnyRef]))
          case None            => TypeApply(Select.unique(value, "isInstanceOf"), List(Inferred(erased(c.tpe))))
        (test, body(c, tag))
      }
      val unknown =
        call('{ Malformed }.asTerm, "unknownCase", cast2(value, TypeRepr.of[Any]), string(sum.name))
      tests.foldRight(unknown) { case ((test, body), rest) => If(test, body, rest) }

    private def erased(tpe: TypeRepr): TypeRepr = tpe match
      case AppliedType(tycon, arguments) => tycon.appliedTo(arguments.map(_ => TypeBounds.empty))
      case other                         => other

    // ---------------------------------------------------------------- collections

    // Large numbers of flat elements go into columns; others are written one by one.
    private def sequence(shape: Sequence, out: Term, value: Term): Term =
      if !mayHaveColumns(shape.of) then rows(shape, out, value)
      else
        val element = externals.part(partOf(shape.of), shape.of)
        val to      = out.asExprOf[Out]
        shape.of.tpe.asType match
          case '[e] if shape.collection == Collection.Array =>
            '{
              val all   = ${ value.asExprOf[Array[e]] }
              val codec = ${ element.asExprOf[Codec[e]] }
              if !ColumnSequences.writeArray($to, all, codec) then ${ rows(shape, out, 'all.asTerm).asExprOf[Unit] }
            }.asTerm
          case '[e] =>
            '{
              val all   = ${ value.asExprOf[Iterable[e]] }
              val codec = ${ element.asExprOf[Codec[e]] }
              val size  = all.size
              if !ColumnSequences.write($to, all, size, codec) then ${ rows(shape, out, 'all.asTerm).asExprOf[Unit] }
            }.asTerm

    private def rows(shape: Sequence, out: Term, value: Term): Term =
      def writeElement(value: Expr[Any]): Expr[Unit] =
        block(run(this.value(shape.of, out, value.asTerm), out)).asExprOf[Unit]
      val to                                         = out.asExprOf[Out]
      def writeSize(elements: Expr[Int]): Expr[Unit] =
        if least(shape.of).bytes > 0 then '{ $to.writeSize($elements) }
        else '{ $to.writeSize($elements, ${ externals.leastOf(shape.of) }) }
      shape.of.tpe.asType match
        case '[e] if shape.collection == Collection.List =>
          val values = value.asExprOf[Iterable[e]]
          '{
            val all = $values
            // A list is walked along its links, any other Seq by index or with its iterator. One loop keeps a single
            // copy of the element's code.
            val few    = Collect.few(all)
            val others = Collect.others(all, few)
            var rest   = Collect.links(all)
            val size   = all.size
            var i      = 0
            ${ writeSize('size) }
            while (if others != null then others.hasNext else i < size) do
              val element =
                if few != null then few(i)
                else if others != null then others.next()
                else
                  val head = rest.head
                  rest = rest.tail
                  head
              i += 1
              ${ writeElement('element) }
          }.asTerm
        case '[e] if shape.collection == Collection.Array =>
          val values = value.asExprOf[Array[e]]
          '{
            val array = $values
            ${ writeSize('{ array.length }) }
            var i = 0
            while i < array.length do
              val element = array(i)
              ${ writeElement('element) }
              i += 1
          }.asTerm
        case '[e] =>
          val values = value.asExprOf[Iterable[e]]
          '{
            val all = $values
            ${ writeSize('{ all.size }) }
            val elements = all.iterator
            while elements.hasNext do
              val element = elements.next()
              ${ writeElement('element) }
          }.asTerm
