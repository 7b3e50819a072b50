package brine.codec.fuzz

import brine.codec.golden.{GoldenCase, GoldenCases}

/** Every type with golden bytes, in the envelope of those bytes. The first two bytes of an input select the type. */
object TypesTarget extends FuzzTarget:
  val name  = "types"
  val about = "all types with golden bytes: primitives, time, text, collections, columns, containers, schemas"

  private lazy val cases = GoldenCases.all.toVector

  def seeds: Seq[Array[Byte]] = cases.zipWithIndex.map((of, i) => number(i) ++ of.encode).filter(_.length <= 2048)

  private def number(i: Int): Array[Byte] = Array((i >>> 8).toByte, i.toByte)

  def run(input: Array[Byte]): Unit =
    if input.length >= 2 then
      val index = ((input(0) & 0xff) << 8 | input(1) & 0xff) % cases.size
      read(cases(index), input.drop(2))

  private def read[A](of: GoldenCase[A], bytes: Array[Byte]): Unit =
    // Two bytes may repeat a message in a container, and each block has its own limit.
    val base = if of.name.startsWith("container/") then 4 * Guard.Base else Guard.Base
    Guard.decoded(of.name, bytes.length, base)(of.decode(bytes)).foreach(again(of, _))

  private def again[A](of: GoldenCase[A], value: A): Unit =
    val bytes =
      try of.encode(value)
      catch
        case error: Throwable => throw Finding(s"${of.name}: a value was read that cannot be written: $error", error)
    of.decode(bytes) match
      case Left(error)  => throw Finding(s"${of.name}: a value was read that cannot be read again: ${error.getMessage}")
      case Right(other) =>
        if !java.util.Arrays.equals(of.encode(other), bytes) && !brine.codec.Same(value, other) then
          throw Finding(s"${of.name}: a value was read that reads back as another one")
