package brine.codec.testkit

import brine.codec.Codec
import munit.Location

/** A munit suite that checks the laws of codecs.
  *
  * {{{
  * class ReadingSuite extends CodecSuite:
  *   checkCodec(Reading(sensor, Instant.EPOCH, 21.5, None), Reading(sensor, Instant.EPOCH, -3, Some("cold")))
  * }}}
  *
  * Each call registers one test per law of [[CodecLaws]]. If your suite extends another class, mix in [[CodecChecks]].
  */
abstract class CodecSuite extends munit.FunSuite with CodecChecks

/** Checks the laws of codecs in any munit suite. */
trait CodecChecks:
  this: munit.FunSuite =>

  /** Effort of the laws. Override it to try more damaged messages, or for types that need much memory per byte. */
  def effort: Effort = Effort.defaults

  /** Registers one test per law.
    *
    * @param values
    *   typical and extreme values of the type, at least one
    * @param codec
    *   the codec under test
    * @throws IllegalArgumentException
    *   if `values` is empty
    */
  def checkCodec[A](values: A*)(using codec: => Codec[A], location: Location): Unit =
    require(values.nonEmpty, "checkCodec needs at least one value")
    val laws = CodecLaws(codec, effort)
    val name = codec.schema.toString.linesIterator.next()
    CodecLaws.names.foreach: law =>
      test(s"$name: $law"):
        laws.check(law, values*).foreach(violation => fail(violation.toString))
