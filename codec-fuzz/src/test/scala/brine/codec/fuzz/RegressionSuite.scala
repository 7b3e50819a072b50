package brine.codec.fuzz

import brine.codec.Codec

import java.nio.file.Path

/** Inputs that once broke a promise, in `codec-fuzz/regressions` by target, and the inputs that fuzzing starts from. */
class RegressionSuite extends munit.FunSuite:
  private val kept = Path.of(sys.props("brine.home"), "codec-fuzz", "regressions")

  for target <- FuzzTarget.all do
    test(s"${target.name}: the seeds"):
      assert(target.seeds.nonEmpty)
      target.seeds.foreach(target.run)

    for (file, input) <- FuzzRun.inputs(kept.resolve(target.name)) do test(s"${target.name}: $file")(target.run(input))

  test("what one version wrote, and nobody damaged, is read by the other"):
    // Without the cases that the newer version has to keep and that share values with what it knows: see
    // StructuredTarget.
    Models.old
      .map(_.copy(kinds = Nil))
      .foreach: model =>
        val read = Guard.sound("a model", 0)(
          Codec.decodeBare[Versions.New.Model](Codec.encodeBare(model), Codec[Versions.Old.Model].schema)
        )
        assertEquals(read.name, Some(model.title))
        assertEquals(read.graph.value.name, model.graph.value.label)

  test("every folder of inputs has its target"):
    val folders = Option(kept.toFile.list).toList.flatten.filterNot(_.contains('.'))
    assertEquals(folders.filterNot(FuzzTarget.find(_).nonEmpty), Nil)
