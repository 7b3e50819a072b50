package brine.lab.custom

import brine.effort.Effort
import brine.lab.sample.{Json, JsonReader}
import java.io.StringReader
import scala.util.Random

/** Whatever data of whatever types: the inferred types read every record back, and write what was read. */
final class InferenceSearchSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(60, "min")

  /** The types of some records, or why there are none. */
  private def infer(records: Seq[Json]): Either[String, Inferred] =
    // Lines, or one array where a line would be an array of records itself.
    val lines = records.map(_.text)
    val text  =
      if records.exists(_.isInstanceOf[Json.Items]) then lines.mkString("[", ",", "]") else lines.mkString("\n")
    try Right(Inference("records").run(JsonReader(StringReader(text)))._1)
    catch
      case untypable: Untypable        => Left(untypable.getMessage)
      case failure: StackOverflowError =>
        println(text.take(3000));
        failure.getStackTrace.map(_.toString).filter(_.contains("brine")).slice(0, 60).foreach(println)
        throw RuntimeException("overflow")

  test("the inferred types read every record back"):
    var typed = 0
    for seed <- 1 to Effort.inferredTypes do
      val random = Random(seed)
      val drawn  = RandomTypes(random).draw()
      val values = Vector.fill(1 + random.nextInt(60))(drawn.next(0))
      infer(values) match
        case Left(why)       => assert(why.startsWith("line "), s"seed $seed: $why")
        case Right(inferred) =>
          typed += 1
          for value <- values do
            val back =
              try TypedOracle.through(value, inferred)
              catch
                case misfit: TypedOracle.Misfit =>
                  fail(s"seed $seed: ${misfit.getMessage}\n${ScalaSource.of(inferred, "", "")}")
            assertEquals(TypedOracle.normal(back).text, TypedOracle.normal(value).text, s"seed $seed")
    // The draws are of one type each, so that nearly all must be found.
    assert(typed >= Effort.inferredTypes * 8 / 10, s"only $typed of ${Effort.inferredTypes} were typed")
