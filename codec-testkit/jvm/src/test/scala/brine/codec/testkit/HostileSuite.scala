package brine.codec.testkit

import brine.codec.testkit.internal.Allocation
import brine.codec.{Codec, DecodeError, Out}

/** What suites of attacks share. Memory is counted and time is not: what takes too long here also asks for too much. */
abstract class HostileSuite extends munit.FunSuite:
  /** Bytes of memory an attack of a few bytes may cost. */
  protected val Little: Long = 2L << 20

  /** Bytes of memory an attack of many bytes may cost. */
  protected def fair(size: Int): Long = (8L << 20) + 512L * size

  protected def hex(text: String): Array[Byte] =
    text.filterNot(_ == ' ').grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  protected def written(write: Out => Unit): Array[Byte] =
    val out = Out()
    write(out)
    out.toArray

  protected def size(n: Int, layout: Int = 0): Array[Byte] = written(_.writeUnsignedInt(n << 1 | layout))

  /** The bytes of elements, one by one. */
  protected def message[A](elements: Seq[A])(using codec: Codec[A]): Array[Byte] =
    size(elements.size) ++ written(out => elements.foreach(codec.write(out, _)))

  /** Runs some code a second time, with another number, and gives what it returned then: classes are loaded by the
    * first attempt; what the next one needs is what an attacker can make us pay.
    */
  protected def within[A](memory: Long)(code: Int => A)(using munit.Location): A =
    code(1): Unit
    val (result, used) = Allocation.of(code(2))
    assert(used <= memory, s"$used bytes of memory; $memory are allowed")
    result

  protected def error[A](result: Either[DecodeError, A])(using munit.Location): DecodeError = result match
    case Left(error)  => error
    case Right(value) => fail(s"a ${value.getClass} was read")

  protected def refused[A](bytes: Array[Byte], memory: Long = Little)(using Codec[A], munit.Location): DecodeError =
    error(within(memory)(_ => Codec.decodeBare[A](bytes)))

  /** Checks that an error says which limit it was, or what else there is too much of. */
  protected def says(error: DecodeError, what: String)(using munit.Location): Unit =
    assert(error.problem.contains(what), s"'${error.getMessage}' does not say '$what'")
    assert(error.offset >= 0, error.getMessage)
