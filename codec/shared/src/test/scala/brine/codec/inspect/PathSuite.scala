package brine.codec.inspect

class PathSuite extends munit.FunSuite:
  private val path = Path.Whole("Site").field("pages").element(3).field("components").rows(0, 20).field("id")

  test("as text"):
    assertEquals(path.text, "pages[3].components[0..19].id")
    assertEquals(Path.Message(7, "Site").field("id").text, "#7.id")
    assertEquals(Path.Root.text, "")
    assertEquals(Path.Root.element(1).key("\"a\"").text, "[1][\"a\"]")

  test("with all elements of a collection taken for one"):
    assertEquals(path.collapsed, "Site.pages[].components[].id")
    assertEquals(Path.Message(7, "Site").field("tags").key("1").collapsed, "Site.tags[]")
    assertEquals(Path.Root.collapsed, "")

  test("paths are the same if their texts are"):
    assertEquals(Path.Root.field("a").element(1), Path.Root.field("a").element(1))
    assertNotEquals(Path.Root.field("a").element(1), Path.Root.field("a").element(2))
    assertEquals(Path.Root.field("a").hashCode, Path.Root.field("a").hashCode)

  test("a name of a stranger's schema is cut and made harmless"):
    assertEquals(Path.Root.field("a\u001b").text, "a\\u001b")
    assert(Path.Root.field("a" * 1000).text.length < 100)
