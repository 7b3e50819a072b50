package brine.dev.site

import brine.commandline.TemporaryFolder
import java.nio.file.Path

class SitePagesSuite extends TemporaryFolder:
  test("all pages of this checkout, and none of a build"):
    val folder = newFolder()
    try
      for path <- List("README.md", "docs/a.md", "docs/target/b.md", "target/c.md", ".github/d.md", "lab/src/main/e.md")
      do write(folder.resolve(path), "# Title\n")
      assertEquals(SitePages.of(folder), List("README.md", "docs/a.md"))
    finally delete(folder)

  test("the title is the first heading, without markup"):
    assertEquals(SitePages.title("a.md", "text\n# The `codec` of [Brine](b.md)\n## More\n"), "The codec of Brine")
    assertEquals(SitePages.title("a.md", "text"), "a.md")

  test("every link of this checkout's pages leads to a page or a file"):
    val home  = Path.of(sys.props("brine.home"))
    val pages = SitePages.of(home)
    assert(pages.sizeIs > 50, pages)
    val exists = (path: String) =>
      Option.when(java.nio.file.Files.exists(home.resolve(path)))(java.nio.file.Files.isDirectory(home.resolve(path)))
    val text = SiteText(pages.toSet, exists, "https://example.org/brine")
    val dead = pages.flatMap: path =>
      text.rewrite(path, java.nio.file.Files.readString(home.resolve(path)))._2.map(link => s"$path: $link")
    assertEquals(dead, Nil)
