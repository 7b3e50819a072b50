package brine.journal

class JournalStateSuite extends munit.FunSuite:
  private val all = List(
    JournalState.Healthy,
    JournalState.LowSpace(1),
    JournalState.ReadOnly("full"),
    JournalState.Failed("broken", java.io.IOException("broken")),
    JournalState.Closed
  )

  test("a journal accepts appends while it is healthy or has little space"):
    assertEquals(all.map(_.acceptsAppends), List(true, true, false, false, false))

  test("only a closed journal is closed"):
    assertEquals(all.map(_.isClosed), List(false, false, false, false, true))
