package brine.lab.custom

import brine.lab.sample.Json

final class SampleSuite extends munit.FunSuite:
  private def record(number: Int) = Json.Number(number.toString)(0)

  test("few records are kept all, in their order"):
    val sample = Sample()
    (1 to 100).foreach(number => sample.add(record(number)))
    assertEquals(sample.records, (1 to 100).map(_.toString).toVector)
    assert(!sample.isPart)

  test("of many, a bounded number from all over the file is kept"):
    val sample = Sample(mostBytes = 4000, mostRecords = 1000)
    (100_000 until 200_000).foreach(number => sample.add(record(number)))
    assert(sample.isPart)
    assertEquals(sample.offered, 100_000)
    assertEquals(sample.records.map(_.length).sum <= 4000 && sample.records.size >= 600, true, sample.records.size)
    assertEquals(sample.records, sample.records.sorted)
    val late = sample.records.count(_.toInt >= 150_000)
    assert(late > sample.records.size / 3 && late < sample.records.size * 2 / 3, late)

  test("a single record may be larger than the sample"):
    val sample = Sample(mostBytes = 3)
    sample.add(record(123456))
    assertEquals(sample.records, Vector("123456"))
