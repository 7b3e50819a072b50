package brine.codec.evolution

import brine.codec.{Codec, ProjectFiles, Same}
import brine.effort.Effort

/** Every change of [[Changes]] in both directions, by really writing and reading values in every envelope and place. */
final class EvolutionMatrixSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  for group <- Changes.all; change <- group.all do
    test(s"${group.group}: ${change.name}: new reads old")(check(change.newReadsOld))
    test(s"${group.group}: ${change.name}: old reads new")(check(change.oldReadsNew))

  private def check[A, B](direction: Direction[A, B]): Unit =
    assertEquals(direction.writer.schema.fingerprint, direction.writer.fingerprint)
    for
      place <- Place.values
      // One pair of codecs for all envelopes, as a program has; each envelope comes first in some place.
      codecs          = Codecs(place, direction)
      (before, first) = Envelope.values.splitAt(place.ordinal % Envelope.values.length)
      envelope <- (first ++ before).take(Effort.envelopes)
    do
      def at       = s"$place, $envelope"
      val (as, bs) = direction.read.unzip
      val sent     = if as.isEmpty then Nil else codecs.send(envelope, place.hold(as))
      val expected = if bs.isEmpty then Nil else place.hold(bs)
      sent.lazyZip(expected).foreach { (result, value) =>
        result match
          case Right(read) => assert(Same(read, value), s"$at: read $read, not $value")
          case Left(error) => fail(s"$at: ${error.getMessage}")
      }
      direction.refused.foreach { (value, problem) =>
        codecs.send(envelope, place.hold(List(value))).foreach {
          case Right(read) => fail(s"$at: $value was read as $read")
          case Left(error) => assert(error.getMessage.contains(problem), s"$at: ${error.getMessage}")
        }
      }
      assertEquals(codecs.reader.plans.of(codecs.writer.schema).isLeft, direction.never.nonEmpty, at)

  private final class Codecs(place: Place, direction: Direction[?, ?]):
    val writer: Codec[Any]                          = place.codec(direction.writer.asInstanceOf[Codec[Any]])
    val reader: Codec[Any]                          = place.codec(direction.reader.asInstanceOf[Codec[Any]])
    def send(envelope: Envelope, values: List[Any]) = envelope.send(values)(using writer, reader)

  test("the page is what these tests found"):
    assertEquals(ProjectFiles.read(MatrixPage.Path), MatrixPage.text)
