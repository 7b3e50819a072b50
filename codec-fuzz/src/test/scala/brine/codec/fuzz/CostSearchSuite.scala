package brine.codec.fuzz

import brine.effort.Effort
import scala.concurrent.duration.*

/** The search for expensive inputs, from one random seed. */
class CostSearchSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 20.minutes

  test("no input costs more than a stated multiple of its bytes"):
    CostSearch
      .search(Effort.costlyInputs, 1)
      .foreach: found =>
        val inputs = found.findings.map(_.map(byte => f"$byte%02x").mkString(" "))
        assert(inputs.isEmpty, s"${found.reader}: ${inputs.headOption.mkString}")

  test("work that is not charged is found"):
    val naive = CostReader(
      "a set without limits",
      1,
      input =>
        input.foldLeft(Set.empty[CostModel.Key])((all, byte) => all + CostModel.Key(byte << 8)): Unit
        input.length
    )
    val before = CostModel.work
    naive.read(Array.tabulate(4096)(_.toByte)): Unit
    val cost = CostTarget.Cost(naive, 4096, 0, (CostModel.work - before) * 256)
    assert(cost.isTooMuch)

  test("every reader has a seed"):
    assertEquals(CostSeeds.all.map(_.head.toInt).distinct.sorted, CostReader.all.indices.toVector)
