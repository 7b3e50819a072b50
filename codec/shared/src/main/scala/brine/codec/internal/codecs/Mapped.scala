package brine.codec.internal.codecs

import brine.codec.internal.columns.Columns
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.{Converted, Resolver, Target}
import brine.codec.internal.schema.SchemaLayout
import brine.codec.{CaseNames, Codec, In, Out, Schema}

/** A codec converted from another one. */
private[codec] final class Mapped[A, B](of: Codec[A], to: A => Either[String, B], from: B => A) extends Codec[B]:
  def minSize: Int                    = of.minSize
  def write(out: Out, value: B): Unit = of.write(out, from(value))
  def read(in: In): B                 =
    val at = in.position
    to(of.read(in)) match
      case Right(value) => value
      case Left(reason) => in.failAt(at, reason)

  private[codec] override def textsOf(values: Array[AnyRef], texts: Array[AnyRef]): Boolean =
    texts.indices.foreach(i => texts(i) = from(values(i).asInstanceOf[B]).asInstanceOf[AnyRef])
    of.textsOf(texts, texts)

  private[codec] override def readsWrapped: Boolean                 = true
  private[codec] override def formerNames: Vector[(String, String)] = of.formerNames
  private[codec] override def caseNames: Vector[CaseNames]          = of.caseNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Converted(
      resolver.resolve(written, Target.Whole(of)),
      value => to(value.asInstanceOf[A]).fold(reason => throw IllegalArgumentException(reason), identity)
    )

  private val ownColumns = Once[Columns | Null](SchemaLayout.content(schema.root) match
    case _: Schema.Type.Sequence => ConvertedSequences.columns(of, to, from)
    case _                       => Columns.of(this))
  private[codec] override def columns: Columns | Null = ownColumns()

  // Boxed, because the value is opaque to the types around it.
  def schema: Schema = Schema.combine(of.schema)(roots => Schema.Type.Boxed(roots.head))
