package brine.journal.precondition

class NamedTagsSuite extends munit.FunSuite:
  test("without tags there is nothing"):
    assertEquals(NamedTags.of(Set.empty)(name => fail(name)), null)

  test("tags are found by name, whatever the object, and others are not"):
    for count <- 1 to 6 do
      val names = (1 to count).map(n => s"tag-$n").toSet
      val named = NamedTags.of(names)(TagState(_, 0)).nn
      assertEquals(named.states.map(_.name).toSet, names)
      names.foreach(name => assertEquals(named.find(String(name.toCharArray)).nn.name, name))
      assertEquals(named.find("tag-0"), null)

  test("other states of the same names are found"):
    val named = NamedTags.of(Set("a", "b"))(TagState(_, 0)).nn
    val other = named.withStates(named.states.map(state => TagState(state.name, 7)))
    assertEquals(other.find("b").nn.last, 7L)
    assertEquals(named.find("b").nn.last, 0L)
