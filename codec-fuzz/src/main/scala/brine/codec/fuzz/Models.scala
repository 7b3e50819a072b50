package brine.codec.fuzz

import brine.codec.{Codec, Shared}
import brine.codec.fuzz.Versions.Old.*

import java.time.{Instant, LocalDate}
import java.util.UUID

/** Values the fuzzer starts from. */
private[fuzz] object Models:
  private val id   = UUID.fromString("00112233-4455-4677-8899-aabbccddeeff")
  private val at   = Instant.parse("2024-02-29T12:34:56.789Z")
  private val elm  = Place("Elm street", 1)
  private val main = Place("Main street", 12)

  private val cycle = Shared.of[Node](self => Node("one", Some(self), List(Node("inner", Some(self), Nil))))
  private val leaf  = Shared(Node("leaf", None, Nil))

  private val kinds =
    List(Kind.Small, Kind.Odd(3, Some(true)), Kind.Gone(elm, "text", Some(Kind.Large), List(leaf, leaf)), Kind.Large)

  private def model(n: Int): Model = Model(
    id,
    "a title",
    elm,
    Some(main),
    Some("a note"),
    List.fill(n)(kinds).flatten,
    Vector.tabulate(n * 10)(i => Point(i * 3, i.toShort, Option.when(i % 3 == 0)(i.toByte))),
    Map.from((0 until n * 9).map(i => s"key $i" -> i)),
    Owner("Ann Lee", 44),
    cycle,
    List(leaf, cycle, leaf),
    List.tabulate(n * 20)(_ * 7),
    n % 2 == 0,
    Right(main),
    List.fill(n)(elm),
    Some(cycle),
    at,
    Set(LocalDate.of(2024, 2, 29)),
    BigInt(2).pow(70 * n),
    0.5f,
    (1, Wrapped(2)),
    Either3.Two("b", true),
    List.fill(n)(()),
    Array.tabulate(n * 10)(_ * 0.25)
  )

  val old: List[Model] = List(0, 1, 2).map(model)

  /** Newer kinds; one of them keeps a case that an older program did not know. */
  lazy val newKinds: List[Versions.New.Kind] =
    val kept = kinds
      .map(Codec.encodeBare(_))
      .flatMap(bytes => Codec.decodeBare[Versions.New.Kind](bytes, Codec[Kind].schema).toOption)
    Versions.New.Kind.Huge(1.5) :: kept

  def bigEndian(value: Long): Array[Byte] = Array.tabulate(8)(i => (value >>> (56 - 8 * i)).toByte)
