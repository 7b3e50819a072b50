package brine.codec.internal

import brine.codec.internal.evolution.{Converted, Resolver, Target}
import brine.codec.{Codec, In, Out, Schema}

/** A codec converted from another one. */
private[codec] final class Mapped[A, B](of: Codec[A], to: A => Either[String, B], from: B => A) extends Codec[B]:
  def minSize: Int                    = of.minSize
  def write(out: Out, value: B): Unit = of.write(out, from(value))
  def read(in: In): B                 =
    val at = in.position
    to(of.read(in)) match
      case Right(value) => value
      case Left(reason) => in.failAt(at, reason)

  private[codec] override def readsWrapped: Boolean                 = true
  private[codec] override def formerNames: Vector[(String, String)] = of.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Converted(
      resolver.resolve(written, Target.Whole(of)),
      value => to(value.asInstanceOf[A]).fold(reason => throw IllegalArgumentException(reason), identity)
    )

  // Boxed, because the value is opaque to the types around it.
  def schema: Schema = Schema.combine(of.schema)(roots => Schema.Type.Boxed(roots.head))

/** A codec whose bytes only it can read. */
private[codec] final class HandWritten[A](name: String, val minSize: Int, writer: (Out, A) => Unit, reader: In => A)
    extends Codec[A]:
  def write(out: Out, value: A): Unit = writer(out, value)
  def read(in: In): A                 = reader(in)
  def schema: Schema                  = ownSchema()

  private val ownSchema = Once(Schema.custom(name))
