package brine.codec.evolution

import brine.codec.Codec

/** Where in a message the values of a changed type are. Elements of long sequences and maps are packed, or written in
  * columns.
  */
enum Place:
  case Alone, LongList, LongMap, Pairs, Options, Alternatives

  /** The codec of what holds the values. */
  def codec(of: Codec[Any]): Codec[Any] =
    given Codec[Any] = of
    (this match
      case Alone        => of
      case LongList     => Codec[List[Any]]
      case LongMap      => Codec[Map[Int, Any]]
      case Pairs        => Codec[Vector[(Boolean, Any, String)]]
      case Options      => Codec[List[Option[Any]]]
      case Alternatives => Codec[List[Either[Any, Any]]]
    ).asInstanceOf[Codec[Any]]

  /** What holds these values, of which there is at least one; those of [[Alone]] are sent one by one. */
  def hold(values: List[Any]): List[Any] =
    def cycle(size: Int) = List.tabulate(size)(i => values(i % values.size))
    this match
      case Alone        => values
      case LongList     => List(cycle(40))
      case LongMap      => List(cycle(20).zipWithIndex.map((value, i) => i -> value).toMap)
      case Pairs        => List(cycle(24).zipWithIndex.map((value, i) => (i % 3 == 0, value, s"text $i")).toVector)
      case Options      => List(cycle(33).zipWithIndex.map((value, i) => Option.when(i % 4 != 1)(value)))
      case Alternatives =>
        List(cycle(9).zipWithIndex.map((value, i) => if i % 2 == 0 then Left(value) else Right(value)))
