package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.matching.Widening
import brine.codec.internal.schema.Kinds
import brine.codec.{Codec, PrimitiveCodecs}

/** Plans for values that are not divided further: the same kind, or a kind that can be widened to it. */
private[codec] object Primitives:

  def readerOf(written: Type, codec: Codec[?], resolver: Resolver): Codec[?] = (written, codec.schema.root) match
    case (Type.Primitive(from), Type.Primitive(to)) if from == to => codec
    case (Type.Custom(from), Type.Custom(to)) if from == to       => codec
    case (Type.Primitive(from), Type.Primitive(to))               =>
      Widening(from, to) match
        case Some(widen) =>
          resolver.convert()
          Converted(Kinds.codec(from), widen.andThen(own(codec)))
        case None => resolver.refuse(written, to.toString)
    case (_, to) => resolver.refuse(written, brine.codec.internal.errors.SchemaText.render(codec.schema, to))

  // Java's numbers have the same kinds as Scala's.
  private def own(codec: Codec[?]): Any => Any = codec match
    case PrimitiveCodecs.JavaBigIntegerCodec => _.asInstanceOf[BigInt].bigInteger
    case PrimitiveCodecs.JavaBigDecimalCodec => _.asInstanceOf[BigDecimal].bigDecimal
    case _                                   => identity
