package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

object Widen:
  /** Which plain values can be read as which others: the table of `docs/evolution-matrix.md`. */
  def apply(from: Kind, to: Kind): Option[Any => Any] = (from, to) match
    case _ if from == to                => Some(identity)
    case (Kind.Byte, Kind.Short)        => Some { case v: Byte => v.toShort }
    case (Kind.Byte, Kind.Int)          => Some { case v: Byte => v.toInt }
    case (Kind.Byte, Kind.Long)         => Some { case v: Byte => v.toLong }
    case (Kind.Byte, Kind.Float)        => Some { case v: Byte => v.toFloat }
    case (Kind.Byte, Kind.Double)       => Some { case v: Byte => v.toDouble }
    case (Kind.Byte, Kind.BigInt)       => Some { case v: Byte => BigInt(v) }
    case (Kind.Byte, Kind.BigDecimal)   => Some { case v: Byte => BigDecimal(v) }
    case (Kind.Short, Kind.Int)         => Some { case v: Short => v.toInt }
    case (Kind.Short, Kind.Long)        => Some { case v: Short => v.toLong }
    case (Kind.Short, Kind.Float)       => Some { case v: Short => v.toFloat }
    case (Kind.Short, Kind.Double)      => Some { case v: Short => v.toDouble }
    case (Kind.Short, Kind.BigInt)      => Some { case v: Short => BigInt(v) }
    case (Kind.Short, Kind.BigDecimal)  => Some { case v: Short => BigDecimal(v) }
    case (Kind.Char, Kind.Int)          => Some { case v: Char => v.toInt }
    case (Kind.Char, Kind.Long)         => Some { case v: Char => v.toLong }
    case (Kind.Char, Kind.Double)       => Some { case v: Char => v.toDouble }
    case (Kind.Char, Kind.BigInt)       => Some { case v: Char => BigInt(v) }
    case (Kind.Char, Kind.BigDecimal)   => Some { case v: Char => BigDecimal(v) }
    case (Kind.Int, Kind.Long)          => Some { case v: Int => v.toLong }
    case (Kind.Int, Kind.Double)        => Some { case v: Int => v.toDouble }
    case (Kind.Int, Kind.BigInt)        => Some { case v: Int => BigInt(v) }
    case (Kind.Int, Kind.BigDecimal)    => Some { case v: Int => BigDecimal(v) }
    case (Kind.Long, Kind.BigInt)       => Some { case v: Long => BigInt(v) }
    case (Kind.Long, Kind.BigDecimal)   => Some { case v: Long => BigDecimal(v) }
    case (Kind.Float, Kind.Double)      => Some { case v: Float => v.toDouble }
    case (Kind.BigInt, Kind.BigDecimal) => Some { case v: BigInt => BigDecimal(v) }
    case _                              => None
