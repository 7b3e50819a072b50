package brine.codec

import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.{Resolver, Target}

import scala.runtime.Tuples

/** Codecs of `Option`, `Either` and tuples of any size. [[Codec]]'s companion extends this trait, so they need no
  * import.
  */
private[codec] trait StructureCodecs:
  given optionCodec[A](using value: Codec[A]): Codec[Option[A]] = StructureCodecs.OptionCodec(value)

  given eitherCodec[A, B](using left: Codec[A], right: Codec[B]): Codec[Either[A, B]] =
    StructureCodecs.EitherCodec(left, right)

  implicit def emptyTupleCodec: Codec[EmptyTuple] = StructureCodecs.EmptyTupleCodec

  given tupleCodec[T <: NonEmptyTuple](using elements: TupleElements[T]): Codec[T] =
    StructureCodecs.TupleCodec(elements.codecs.toArray)

/** The codecs of the elements of a tuple, first to last. */
final class TupleElements[T <: Tuple] private[codec] (private[codec] val codecs: List[Codec[?]])

object TupleElements:
  implicit val none: TupleElements[EmptyTuple] = new TupleElements(Nil)

  given one[H, T <: Tuple](using head: Codec[H], tail: TupleElements[T]): TupleElements[H *: T] =
    new TupleElements(head :: tail.codecs)

private[codec] object StructureCodecs:
  final class OptionCodec[A](val value: Codec[A]) extends Codec[Option[A]]:
    def schema: Schema = Schema.combine(value.schema)(parts => Schema.Type.Optional(parts.head))
    def minSize: Int   = 1

    private[codec] override def isSameAs(other: Codec[?]): Boolean = other match
      case option: OptionCodec[?] => value.isSameAs(option.value)
      case _                      => false

    private[codec] override def readsWrapped: Boolean                 = true
    private[codec] override def formerNames: Vector[(String, String)] = value.formerNames

    private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.option(written, Target.Whole(value), Target.Whole(this))

    def write(out: Out, option: Option[A]): Unit = option match
      case Some(inner) =>
        out.writeByte(1)
        value.write(out, inner)
      case None => out.writeByte(0)
      case null => Out.refuseNull("Option")
    def read(in: In): Option[A] =
      val tag = in.readByte()
      if tag == 0 then None
      else if tag == 1 then Some(value.read(in))
      else in.failAt(in.position - 1, s"an Option is 0 (None) or 1 (Some), not ${tag & 0xff}")

    private val ownColumns                              = Once(Columns.optional(value.columns))
    private[codec] override def columns: Columns | Null = ownColumns()
    private[codec] override def gather(option: Option[A], to: Registers, row: Int, first: Int): Unit =
      to.putBit(first, row, option.isDefined)
      if option.isDefined then value.gather(option.get, to, row, first + 1)
    private[codec] override def build(from: Registers, row: Int, first: Int): Option[A] =
      if from.bit(first, row) then Some(value.build(from, row, first + 1)) else None

  final class EitherCodec[A, B](val left: Codec[A], val right: Codec[B]) extends Codec[Either[A, B]]:
    def schema: Schema =
      Schema.combine(left.schema, right.schema)(parts => Schema.Type.Either(parts(0), parts(1)))
    def minSize: Int = 1

    private[codec] override def isSameAs(other: Codec[?]): Boolean = other match
      case either: EitherCodec[?, ?] => left.isSameAs(either.left) && right.isSameAs(either.right)
      case _                         => false

    private[codec] override def formerNames: Vector[(String, String)] = left.formerNames ++ right.formerNames

    private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.either(written, Target.Whole(left), Target.Whole(right))

    def write(out: Out, either: Either[A, B]): Unit = either match
      case Left(inner) =>
        out.writeByte(0)
        left.write(out, inner)
      case Right(inner) =>
        out.writeByte(1)
        right.write(out, inner)
      case null => Out.refuseNull("Either")
    def read(in: In): Either[A, B] =
      val tag = in.readByte()
      if tag == 0 then Left(left.read(in))
      else if tag == 1 then Right(right.read(in))
      else in.failAt(in.position - 1, s"an Either is 0 (Left) or 1 (Right), not ${tag & 0xff}")

    private val ownColumns                              = Once(Columns.either(left.columns, right.columns))
    private val leftCount                               = Once(left.columns.nn.all.length)
    private[codec] override def columns: Columns | Null = ownColumns()
    private[codec] override def gather(either: Either[A, B], to: Registers, row: Int, first: Int): Unit =
      val place = to.putSide(first, row, either.isRight)
      either match
        case Left(inner)  => left.gather(inner, to, place, first + 1)
        case Right(inner) => right.gather(inner, to, place, first + 1 + leftCount())
    private[codec] override def build(from: Registers, row: Int, first: Int): Either[A, B] =
      val place = from.place(first, row)
      if from.bit(first, row) then Right(right.build(from, place, first + 1 + leftCount()))
      else Left(left.build(from, place, first + 1))

  object EmptyTupleCodec extends Codec[EmptyTuple]:
    def schema: Schema = Schema(Schema.Type.Tuple(Vector.empty), Vector.empty)
    def minSize: Int   = 0

    private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.tuple(written, Vector.empty)(_ => EmptyTuple)

    def write(out: Out, value: EmptyTuple): Unit = ()
    def read(in: In): EmptyTuple                 = EmptyTuple

  final class TupleCodec[T <: NonEmptyTuple](val elements: Array[Codec[?]]) extends Codec[T]:
    def schema: Schema =
      Schema.combine(elements.map(_.schema).toIndexedSeq*)(parts => Schema.Type.Tuple(parts.toVector))

    def minSize: Int =
      var sum = 0
      elements.foreach(element => sum += element.minSize)
      sum

    // A loop without an object, because a reader of a container asks for each message.
    private[codec] override def isSameAs(other: Codec[?]): Boolean = (this eq other) || (other match
      case tuple: TupleCodec[?] =>
        val others = tuple.elements
        var i      = if others.length == elements.length then 0 else -1
        while i >= 0 && i < others.length do i = if elements(i).isSameAs(others(i)) then i + 1 else -1
        i >= 0
      case _ => false)

    private[codec] override def formerNames: Vector[(String, String)] = elements.toVector.flatMap(_.formerNames)

    private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.tuple(written, elements.toVector.map(Target.Whole(_)))(values =>
        Tuples.fromArray(values.asInstanceOf[Array[Object]])
      )

    def write(out: Out, tuple: T): Unit =
      if tuple == null then Out.refuseNull("tuple")
      var i = 0
      while i < elements.length do
        elements(i).asInstanceOf[Codec[Any]].write(out, Tuples.apply(tuple, i))
        i += 1

    def read(in: In): T =
      val values = new Array[AnyRef](elements.length)
      var i      = 0
      try
        while i < elements.length do
          values(i) = elements(i).read(in).asInstanceOf[AnyRef]
          i += 1
      catch case error: DecodeError => throw error.inField(s"_${i + 1}")
      Tuples.fromArray(values).asInstanceOf[T]

    private val ownColumns =
      Once(Columns.of(elements.zipWithIndex.map((element, i) => s"_${i + 1}" -> element.columns)))
    private val counts = Once(elements.map(_.columns.nn.all.length))

    private[codec] override def columns: Columns | Null = ownColumns()

    private[codec] override def gather(tuple: T, to: Registers, row: Int, first: Int): Unit =
      val counts = this.counts()
      var at     = first
      var i      = 0
      while i < elements.length do
        elements(i).asInstanceOf[Codec[Any]].gather(Tuples.apply(tuple, i), to, row, at)
        at += counts(i)
        i += 1

    private[codec] override def build(from: Registers, row: Int, first: Int): T =
      val values = new Array[AnyRef](elements.length)
      val counts = this.counts()
      var at     = first
      var i      = 0
      while i < elements.length do
        values(i) = elements(i).build(from, row, at).asInstanceOf[AnyRef]
        at += counts(i)
        i += 1
      Tuples.fromArray(values).asInstanceOf[T]
