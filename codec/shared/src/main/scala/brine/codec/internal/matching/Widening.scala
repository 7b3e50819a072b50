package brine.codec.internal.matching

import brine.codec.Schema.Kind

/** Which kinds of values may be read as which other kinds without loss. */
private[codec] object Widening:

  /** The conversion from kind `from` to kind `to`; `None` if it would change some values. */
  def apply(from: Kind, to: Kind): Option[Any => Any] = to match
    case _ if from == to => Some(identity)
    case Kind.BigInt     => whole(from).map(_.andThen(BigInt(_)))
    case Kind.BigDecimal => if from == Kind.BigInt then Some(decimal) else whole(from).map(_.andThen(BigDecimal(_)))
    case Kind.Long       => Option.when(from != Kind.Long)(from).flatMap(whole)
    case Kind.Int        => narrow(from).map(_.andThen(identity[Int]))
    case Kind.Short      => Option.when(from == Kind.Byte)(value => number(value).shortValue)
    case Kind.Double     =>
      if from == Kind.Float then Some(value => number(value).doubleValue)
      else if from == Kind.Int then Some(value => number(value).doubleValue)
      else narrow(from).map(_.andThen(_.toDouble))
    case Kind.Float         => Option.when(from == Kind.Byte || from == Kind.Short)(value => number(value).floatValue)
    case Kind.String        => Option.when(from == Kind.URI)(_.toString)
    case Kind.ScalaDuration => Option.when(from == Kind.FiniteDuration)(identity)
    case Kind.ZoneId        => Option.when(from == Kind.ZoneOffset)(identity)
    case _                  => None

  private def number(value: Any): Number = value.asInstanceOf[Number]

  private val decimal: Any => Any = value => BigDecimal(value.asInstanceOf[BigInt])

  private def narrow(from: Kind): Option[Any => Int] = from match
    case Kind.Byte | Kind.Short => Some(value => number(value).intValue)
    case Kind.Char              => Some(value => value.asInstanceOf[Char].toInt)
    case _                      => None

  private def whole(from: Kind): Option[Any => Long] = from match
    case Kind.Int | Kind.Long => Some(value => number(value).longValue)
    case _                    => narrow(from).map(_.andThen(_.toLong))
