package brine.lab.plan

import brine.lab.Fixtures

final class SelectionSuite extends munit.FunSuite:
  private val contenders = List("brine", "kryo5")

  private def times(selection: Selection, row: String) = selection.isContender(contenders, Fixtures.row(row))

  test("mode quick times contenders in headline cases, the others all in all; sizes are of every case"):
    val quick = Selection(Mode.Quick)
    assert(times(quick, "kryo5") && !times(quick, "avro"))
    assert(quick.hasCase("site-2k", isHeadline = true) && !quick.hasCase("site-4k", isHeadline = false))
    assert(quick.hasSize("site-4k"))
    for mode <- List(Mode.Smoke, Mode.Standard, Mode.Full) do
      assert(times(Selection(mode), "avro") && Selection(mode).hasCase("site-4k", isHeadline = false), mode)

  test("libraries that the user names are contenders"):
    assert(times(Selection(Mode.Quick, isRowChosen = true), "avro"))

  test("chosen cases replace those of the mode, also for sizes"):
    val chosen = Selection(Mode.Quick, cases = List("events-64k", "site-*"))
    assert(chosen.hasCase("events-64k", isHeadline = false) && chosen.hasCase("site-1k", isHeadline = false))
    assert(!chosen.hasCase("events-8k", isHeadline = true))
    assert(chosen.hasSize("site-4k") && !chosen.hasSize("events-8k"))
