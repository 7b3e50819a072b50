package brine.codec.internal.codecs

import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.{Converted, Resolver, Target}
import brine.codec.{Codec, In, Out, PrimitiveCodecs, Schema}

/** A codec of a type that is written as another one: same bytes, same schema. Sequences of it are those of a wrapper
  * class: never packed.
  *
  * @param to
  *   converts a value that was read; throws an `IllegalArgumentException` to refuse it
  * @param from
  *   converts a value to be written; never called with null
  */
private[codec] final class Alias[A, B](of: Codec[A], name: String, to: A => B, from: B => A) extends Codec[B]:
  def schema: Schema = of.schema
  def minSize: Int   = of.minSize

  private def plain(value: B): A =
    if value == null then Out.refuseNull(name)
    from(value)

  def write(out: Out, value: B): Unit = of.write(out, plain(value))

  private[codec] override def textsOf(values: Array[AnyRef], texts: Array[AnyRef]): Boolean =
    texts.indices.foreach(i => texts(i) = plain(values(i).asInstanceOf[B]).asInstanceOf[AnyRef])
    of.textsOf(texts, texts)

  def read(in: In): B =
    val at    = in.position
    val value = of.read(in)
    try to(value)
    catch case error: IllegalArgumentException => in.failAt(at, error.getMessage)

  private[codec] override def formerNames: Vector[(String, String)] = of.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Converted(resolver.resolve(written, Target.Whole(of)), value => to(value.asInstanceOf[A]))

  private[codec] override def isNeverPacked: Boolean = true

  // A Boolean is not packed in sequences either.
  private val ownColumns = Once(of.columns match
    case null                                      => null
    case one if of eq PrimitiveCodecs.BooleanCodec => Columns(one.nn.all, inSequences = false)
    case other                                     => other)
  private[codec] override def columns: Columns | Null                                     = ownColumns()
  private[codec] override def gather(value: B, to: Registers, row: Int, first: Int): Unit =
    of.gather(plain(value), to, row, first)
  private[codec] override def build(from: Registers, row: Int, first: Int): B = to(of.build(from, row, first))
