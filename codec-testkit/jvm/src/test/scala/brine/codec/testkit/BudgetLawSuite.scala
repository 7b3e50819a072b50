package brine.codec.testkit

/** The law that needs memory to be measured. */
class BudgetLawSuite extends munit.FunSuite:
  test("budget notices memory reserved for a count"):
    val verdict = CodecLaws(BrokenCodecs.trusting).budget("aa")
    assert(verdict.exists(_.law == CodecLaws.Budget), "the law 'budget' found nothing")

  test("budget lets sound codecs pass"):
    assertEquals(CodecLaws(BrokenCodecs.sound).budget("a longer text, to have something to damage"), None)

  test("budget notices other exceptions"):
    val verdict = CodecLaws(BrokenCodecs.throwing).budget("aa")
    assert(verdict.exists(_.law == CodecLaws.Budget), "the law 'budget' found nothing")
