package brine.journal

class EncodedAppendSuite extends munit.FunSuite:
  private val part = Vector(StreamAppend("a", ExpectedVersion.Any, Vector("x", "y"), Set("t")))

  test("conditions that are null, or too many, are refused"):
    intercept[NullPointerException](EncodedAppend(part, conditions = Seq(null.asInstanceOf[AppendCondition])))
    intercept[NullPointerException](EncodedAppend(part, conditions = null.asInstanceOf[Seq[AppendCondition]]))
    intercept[NullPointerException](AppendCondition(null.asInstanceOf[Query], Offset.Begin))
    val many = Seq.fill(AppendCondition.Most + 1)(AppendCondition(Query.none, Offset.Begin))
    intercept[IllegalArgumentException](EncodedAppend(part, conditions = many))
    assertEquals(EncodedAppend(part, conditions = many.tail).conditions.size, AppendCondition.Most)
    val clauses = (1 to Query.MostClauses / 2).map(i => Query.tagged(s"t$i")).reduce(_ or _)
    val halves  = Seq.fill(2)(AppendCondition(clauses, Offset.Begin))
    assertEquals(EncodedAppend(part, conditions = halves).conditions.size, 2)
    val more  = halves :+ AppendCondition(Query.tagged("a"), Offset.Begin)
    val error = intercept[IllegalArgumentException](EncodedAppend(part, conditions = more))
    assert(error.getMessage.contains("1000 clauses"), error.getMessage)

  test("the conflict of an event is that of the first condition that it matches"):
    val (one, two) = (AppendCondition(Query.tagged("a"), Offset(3)), AppendCondition(Query.kinds("K"), Offset(1)))
    val append     = EncodedAppend(part, conditions = Seq(one, two))
    assertEquals(append.conflict(Offset(4), "s", Set("a"), Some("K")), Some(AppendError.Conflict(one, Offset(4))))
    assertEquals(append.conflict(Offset(3), "s", Set("a"), Some("K")), Some(AppendError.Conflict(two, Offset(3))))
    assertEquals(append.conflict(Offset(3), "s", Set("a"), None), None)
    assertEquals(append.conflict(Offset(1), "s", Set("a"), Some("K")), None)

  test("its events have the kinds of their schema"):
    assertEquals(EncodedAppend(part).parts.head.kind(1), Some("String"))

  test("the message of a conflict says where it is and what to do"):
    val error = AppendError.Conflict(AppendCondition(Query.tagged("a\n"), Offset(3)), Offset(7))
    assertEquals(
      error.message,
      "the event at offset 7 matches the condition that there is none after 3: (tagged a\\n). " +
        "Read the new events and decide again"
    )
