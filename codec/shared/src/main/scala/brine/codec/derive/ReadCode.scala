package brine.codec.derive

import brine.codec.Schema.Kind
import brine.codec.internal.columns.{Collect, ColumnSequences}
import brine.codec.internal.errors.Malformed
import brine.codec.internal.references.{Repeats, SharedValues}
import brine.codec.{Codec, DecodeError, In}

import scala.quoted.*
import scala.reflect.ClassTag

/** Generates the reading half of a codec: a method for each record, sum and collection.
  *
  * A record's method keeps the number of the current field in a local variable, so that an error can name the field.
  * That costs nothing unless an error occurs.
  */
private[derive] trait ReadCode extends ColumnShapes with Code with Structures:
  import quotes.reflect.*

  private val inType    = TypeRepr.of[In]
  private val malformed = '{ Malformed }.asTerm

  /** The methods that read a value of `shape`, and the expression that calls them. */
  def reader(shape: Shape, in: Term, externals: ExternalCodecs, owner: Symbol): Term =
    val methods = Methods(owner, "read")
    val root    = Reads(methods, externals).value(shape, in)
    Block(methods.definitions(), root)

  def none(tpe: TypeRepr): Term = Typed('{ None }.asTerm, Inferred(tpe))

  def some(tpe: TypeRepr, value: Term): Term = tpe.typeArgs.head.asType match
    case '[t] => '{ Some[t](${ value.asExprOf[t] }) }.asTerm

  def typedIf(tpe: TypeRepr, condition: Term, yes: Term, no: Term): Term =
    If(condition, Typed(yes, Inferred(tpe)), Typed(no, Inferred(tpe)))

  /** A side of an `Either`: 0 is the left one. */
  def side(tpe: TypeRepr, index: Int, value: Term): Term = tpe.typeArgs.map(_.asType) match
    case List('[l], '[r]) =>
      if index == 0 then '{ Left[l, r](${ value.asExprOf[l] }) }.asTerm
      else '{ Right[l, r](${ value.asExprOf[r] }) }.asTerm
    case _ => report.errorAndAbort(s"${tpe.show} has not two sides")

  private final class Reads(methods: Methods, externals: ExternalCodecs):

    /** Reads a value in value position, that is, outside a record's header. */
    def value(shape: Shape, in: Term): Term = shape match
      case Primitive(_, Kind.Unit)      => unit
      case Primitive(_, Kind.UUID)      => call(in, "readUuid")
      case Primitive(_, kind)           => call(in, s"read$kind")
      case _ if externals.writes(shape) => call(externals.get(shape), "read", in)
      case Boxed(of)                    => value(of, in)
      case Repeated(of)                 => Apply(Ref(repeated(of)), List(in))
      case Wrapper(_, of, _, wrap)      => wrap(value(of, in))
      case _                            => Apply(Ref(method(shape)), List(in))

    private def method(shape: Shape): Symbol =
      val tpe = shape.tpe
      methods(Key("value", tpe), readable(tpe), List("in" -> inType), tpe) {
        case List(in) =>
          shape match
            case Optional(_, of)             => choice(in, tpe, "an Option", none(tpe), some(tpe, value(of, in)))
            case Alternative(_, left, right) =>
              choice(in, tpe, "an Either", side(tpe, 0, value(left, in)), side(tpe, 1, value(right, in)))
            case Tuples(_, elements) => construct(tpe, elements.map(value(_, in)))
            case Identity(_, of)     => identity(of, in)
            case sequence: Sequence  => this.sequence(sequence, in)
            case Named(_, index)     =>
              definition(index) match
                case record: RecordShape => counted(index, in, tpe, this.record(record, 0, None, in))
                case sum: SumShape       => counted(index, in, tpe, this.sum(sum, in))
            case other => report.errorAndAbort(s"no method reads $other")
        case _ => report.errorAndAbort("a reader has one parameter")
      }

    private def identity(of: Shape, in: Term): Term =
      val from = in.asExprOf[In]
      val name = Expr(identityOf(of.tpe))
      of.tpe.asType match
        case '[t] =>
          '{
            val known = SharedValues.read[t]($from, $name)
            if known != null then known.nn
            else
              val shared = SharedValues.begin[t]($from, $name)
              SharedValues.complete(shared, ${ value(of, in).asExprOf[t] })
          }.asTerm

    private def repeated(of: Shape): Symbol =
      methods(Key("repeated", of.tpe), readable(of.tpe), List("in" -> inType), of.tpe) {
        case List(in) =>
          val from = in.asExprOf[In]
          val name = Expr(identityOf(of.tpe))
          of.tpe.asType match
            case '[t] =>
              '{
                if !Repeats.isRead($from) then ${ value(of, in).asExprOf[t] }
                else
                  val known = Repeats.read($from, $name)
                  if known != null then known.asInstanceOf[t]
                  else
                    val outside = Repeats.open($from)
                    val result  = ${ value(of, in).asExprOf[t] }
                    Repeats.close($from, outside, $name, result)
                    result
              }.asTerm
        case _ => report.errorAndAbort("a reader has one parameter")
      }

    private def counted(index: Int, in: Term, tpe: TypeRepr, body: Term): Term =
      if !isRecursive(index) then body
      else
        val (definition, result) = local("result", tpe, body)
        Block(List(call(in, "enter"), definition, call(in, "leave")), result)

    private def choice(in: Term, tpe: TypeRepr, what: String, zero: Term, one: Term): Term =
      switch(
        Select.unique(call(in, "readByte"), "toInt"),
        List(zero, one).map(Typed(_, Inferred(tpe))),
        call(malformed, "badChoice", in, string(what))
      )

    // ---------------------------------------------------------------- records

    /** Reads a record. `first` is the first byte of its header if that byte was read already because it contains the
      * tag of a sum.
      */
    private def record(record: RecordShape, prefix: Int, first: Option[Term], in: Term): Term =
      val header = headerOf(record.fields.map(_.shape), prefix)
      if record.fields.isEmpty && header.used.isEmpty then construct(record.tpe, Nil)
      else
        record.tpe.asType match
          case '[t] =>
            val names            = Expr(record.fields.map(_.name).mkString(","))
            val (definition, at) = variable("at", intType, int(0))
            val body             = recordBody(record, header, first, in, at).asExprOf[t]
            val guarded          = '{
              try $body
              catch case error: DecodeError => throw Malformed.inField(error, $names, ${ at.asExprOf[Int] })
            }
            Block(List(definition), guarded.asTerm)

    private def recordBody(record: RecordShape, header: Header, first: Option[Term], in: Term, at: Term): Term =
      val groups = header.used.indices.toList.map { group =>
        local(s"bits$group", intType, groupBits(header, group, first.filter(_ => group == 0), in))
      }
      val padding = header.used.zip(groups).collect {
        case (used, (_, bits)) if used % 8 != 0 =>
          If(isNotZero(shiftRight(bits, used)), call(malformed, "badPadding", in), unit)
      }
      val fields = record.fields.zip(header.places).zipWithIndex.map { case ((field, places), i) =>
        val mark                = Assign(at, int(i + 1))
        val (definition, value) = local(field.name, field.tpe, this.field(field.shape, places, groups.map(_._2), in))
        (List(mark, definition), value)
      }
      Block(groups.map(_._1) ::: padding ::: fields.flatMap(_._1), construct(record.tpe, fields.map(_._2)))

    private def groupBits(header: Header, group: Int, first: Option[Term], in: Term): Term =
      val bytes = header.bytes(group)
      first match
        case None                     => call(in, "readBits", int(bytes))
        case Some(byte) if bytes == 1 => byte
        case Some(byte)               => or(List(byte, shiftLeft(call(in, "readBits", int(bytes - 1)), 8)))

    /** Reads a field: its items from the header, then its own bytes. */
    private def field(shape: Shape, places: List[Place], groups: List[Term], in: Term): Term =
      def bits(place: Place): Term =
        val shifted = shiftRight(groups(place.group), place.shift)
        if place.bits == 32 then shifted else and(shifted, int(place.mask))
      def isSet(place: Place): Term = isNotZero(and(groups(place.group), int(1 << place.shift)))
      shape match
        case Wrapper(_, of, _, wrap)    => wrap(field(of, places, groups, in))
        case Primitive(_, Kind.Boolean) => isSet(places.head)
        case Optional(tpe, of)          =>
          val inner   = field(of, places.tail, groups, in)
          val present = some(tpe, inner)
          val absent  = places.tail match
            case Nil   => none(tpe)
            case inner =>
              val someSet = either(inner.map(place => isNotZero(bits(place))))
              Block(List(If(someSet, call(malformed, "badAbsent", in), unit)), none(tpe))
          typedIf(tpe, isSet(places.head), present, absent)
        case Alternative(tpe, left, right) =>
          typedIf(tpe, isSet(places.head), side(tpe, 1, value(right, in)), side(tpe, 0, value(left, in)))
        case Named(tpe, index) if places.nonEmpty => Apply(Ref(caseMethod(index, tpe)), List(in, bits(places.head)))
        case _                                    => value(shape, in)

    // ---------------------------------------------------------------- sums

    private def sum(sum: SumShape, in: Term): Term =
      if sum.cases.sizeIs > TagLimit then
        val (definition, tag) = local("tag", intType, call(in, "readUnsignedInt"))
        Block(List(definition), cases(sum, tag, unknown(sum, tag, in))(r => readRecord(r, 0, None, in)))
      else if tagBits(sum) == 0 then caseValue(sum.cases.head, r => readRecord(r, 0, None, in))
      else
        val bits                = tagBits(sum)
        val (definition, first) = local("first", intType, call(in, "readBits", int(1)))
        val tag                 = and(first, int((1 << bits) - 1))
        val all                 = sum.cases.map {
          case CaseShape(_, tpe, Some(singleton), _) if bits < 8 =>
            Block(List(If(isNotZero(shiftRight(first, bits)), call(malformed, "badPadding", in), unit)), singleton)
          case other => caseValue(other, r => readRecord(r, bits, Some(first), in))
        }
        Block(List(definition), switch(tag, all.map(Typed(_, Inferred(sum.tpe))), unknown(sum, tag, in)))

    /** Reads the case whose tag was in the enclosing header. */
    private def caseMethod(index: Int, tpe: TypeRepr): Symbol =
      methods(Key("case", tpe), readable(tpe), List("in" -> inType, "tag" -> intType), tpe) {
        case List(in, tag) =>
          definition(index) match
            case sum: SumShape =>
              val unknown = call(malformed, "unknownTagOfField", in, tag, string(sum.name), int(sum.cases.size))
              counted(index, in, tpe, cases(sum, tag, unknown)(r => readRecord(r, 0, None, in)))
            case other => report.errorAndAbort(s"${other.name} is not a sum")
        case _ => report.errorAndAbort("a case's reader has two parameters")
      }

    private def cases(sum: SumShape, tag: Term, unknown: Term)(read: Int => Term): Term =
      switch(tag, sum.cases.map(c => Typed(caseValue(c, read), Inferred(sum.tpe))), unknown)

    private def caseValue(c: CaseShape, read: Int => Term): Term = c match
      case CaseShape(_, _, Some(singleton), _) => singleton
      case CaseShape(_, _, _, Some(record))    => read(record)
      case other => report.errorAndAbort(s"${other.name} is neither a singleton nor a record")

    private def unknown(sum: SumShape, tag: Term, in: Term): Term =
      call(malformed, "unknownTag", in, tag, string(sum.name), int(sum.cases.size))

    private def readRecord(record: Int, prefix: Int, first: Option[Term], in: Term): Term =
      val shape      = ReadCode.this.record(record)
      val parameters = ("in" -> inType) :: first.toList.map(_ => "first" -> intType)
      val symbol = methods(Key("record", shape.tpe, prefix), readable(shape.tpe), parameters, shape.tpe) { arguments =>
        this.record(shape, prefix, arguments.drop(1).headOption, arguments.head)
      }
      Apply(Ref(symbol), in :: first.toList)

    // ---------------------------------------------------------------- collections

    private def sequence(shape: Sequence, in: Term): Term =
      val from     = in.asExprOf[In]
      val smallest = externals.leastOf(shape.of)
      if !mayHaveColumns(shape.of) then rows(shape, in, '{ $from.readSize($smallest) })
      else
        val element                            = externals.part(partOf(shape.of), shape.of)
        def codec[E: Type]: Expr[Codec[E]]     = element.asExprOf[Codec[E]]
        def rowsAfter(header: Expr[Int]): Term = rows(shape, in, '{ $header >>> 1 })
        shape.of.tpe.asType match
          case '[e] if shape.collection == Collection.List =>
            '{
              val header = $from.readLayout($smallest)
              if (header & 1) != 0 then ColumnSequences.list[e]($from, header, ${ codec[e] })
              else ${ rowsAfter('header).asExprOf[List[e]] }
            }.asTerm
          case '[e] if shape.collection == Collection.Array =>
            '{
              val header = $from.readLayout($smallest)
              if (header & 1) != 0 then
                ColumnSequences.array[e]($from, header, ${ codec[e] }, ${ tagOf[e](shape) }.newArray(header >>> 1))
              else ${ rowsAfter('header).asExprOf[Array[e]] }
            }.asTerm
          case '[e] =>
            '{
              val header = $from.readLayout($smallest)
              if (header & 1) != 0 then ColumnSequences.vector[e]($from, header, ${ codec[e] })
              else ${ rowsAfter('header).asExprOf[Vector[e]] }
            }.asTerm

    private def tagOf[E: Type](shape: Sequence): Expr[ClassTag[E]] =
      Expr.summon[ClassTag[E]].getOrElse(report.errorAndAbort(s"No ClassTag for the elements of ${shape.tpe.show}"))

    /** Reads the elements one by one; `size` reads the element count. */
    private def rows(shape: Sequence, in: Term, size: Expr[Int]): Term =
      val from                      = in.asExprOf[In]
      def element[E: Type]: Expr[E] = value(shape.of, in).asExprOf[E]
      shape.of.tpe.asType match
        case '[e] if shape.collection == Collection.List =>
          '{
            val count = $size
            if count == 0 then Nil
            else
              $from.charge(count * 24L)
              val first = Collect.start($from, count)
              var i     = 0
              try
                while i < count do
                  Collect.put($from, first + i, ${ element[e] })
                  i += 1
              catch case error: DecodeError => throw Malformed.inElement(error, i)
              Collect.list[e]($from, first, count)
          }.asTerm
        case '[e] if shape.collection == Collection.Array =>
          val tag = tagOf[e](shape)
          '{
            val count = $size
            $from.charge(count * 4L)
            val elements = $tag.newArray(count)
            var i        = 0
            try
              while i < count do
                elements(i) = ${ element[e] }
                i += 1
            catch case error: DecodeError => throw Malformed.inElement(error, i)
            elements
          }.asTerm
        case '[e] =>
          '{
            val count = $size
            if count == 0 then Vector.empty[e]
            else
              $from.charge(count * 4L)
              val elements = new Array[AnyRef](count)
              var i        = 0
              try
                while i < count do
                  elements(i) = ${ element[e] }.asInstanceOf[AnyRef]
                  i += 1
              catch case error: DecodeError => throw Malformed.inElement(error, i)
              Collect.vector[e](elements)
          }.asTerm
