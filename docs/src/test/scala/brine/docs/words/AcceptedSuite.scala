package brine.docs.words

import munit.FunSuite

class AcceptedSuite extends FunSuite:
  private val list =
    Accepted.parse("# comment\n[words: names]\nsbt Kryo\n\n[rules: too strict]\nA B\n[phrases: a title]\nat rest now\n")

  test("words, rules and phrases have the reason of their title"):
    assertEquals(list.words, Map("sbt" -> "names", "Kryo" -> "names"))
    assertEquals(list.rules, Map("A" -> "too strict", "B" -> "too strict"))
    assertEquals(list.phrases, Map("at rest now" -> "a title"))

  test("a finding is accepted by its rule, or inside a phrase of its sentence"):
    val finding = Finding("a.md", 1, "It is at rest now.", "rest", "C", "")
    assert(list.accepts(finding))
    assert(list.accepts(finding.copy(rule = "A", sentence = "It rests.")))
    assert(!list.accepts(finding.copy(sentence = "It is at rest.")))
    assert(!list.accepts(finding.copy(turn = "It")))

  test("a title without a reason, and words without a title, are errors"):
    intercept[IllegalArgumentException](Accepted.parse("[words]\nsbt"))
    intercept[IllegalArgumentException](Accepted.parse("sbt"))
