package brine.codec.testkit

import brine.codec.Codec
import munit.Location

/** A munit suite that checks codecs.
  *
  * {{{
  * class ReadingSuite extends CodecSuite:
  *   checkCodec(Reading(sensor, Instant.EPOCH, 21.5, None), Reading(sensor, Instant.EPOCH, -3, Some("cold")))
  * }}}
  *
  * Each call registers one test per law of [[CodecLaws]]. Use [[CodecChecks]] where a suite has another parent.
  */
abstract class CodecSuite extends munit.FunSuite with CodecChecks

/** Checks of codecs for any munit suite. */
trait CodecChecks:
  this: munit.FunSuite =>

  /** How hard the laws look; override it to look harder, or for types whose values take much memory for few bytes. */
  def effort: Effort = Effort.default

  /** Registers a test for each law.
    *
    * @param values
    *   typical and extreme values of the type, at least one
    */
  def checkCodec[A](values: A*)(using codec: => Codec[A], location: Location): Unit =
    require(values.nonEmpty, "checkCodec needs at least one value")
    val laws = CodecLaws(codec, effort)
    val name = codec.schema.toString.linesIterator.next()
    CodecLaws.names.foreach: law =>
      test(s"$name: $law"):
        laws.check(law, values*).foreach(violation => fail(violation.toString))
