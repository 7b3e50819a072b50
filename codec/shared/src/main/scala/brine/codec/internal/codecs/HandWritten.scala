package brine.codec.internal.codecs

import brine.codec.internal.concurrent.Once
import brine.codec.{Codec, In, Out, Schema}

/** A codec whose bytes only it can read. */
private[codec] final class HandWritten[A](name: String, val minSize: Int, writer: (Out, A) => Unit, reader: In => A)
    extends Codec[A]:
  def write(out: Out, value: A): Unit = writer(out, value)
  def read(in: In): A                 = reader(in)
  def schema: Schema                  = ownSchema()

  private val ownSchema = Once(Schema.custom(name))
