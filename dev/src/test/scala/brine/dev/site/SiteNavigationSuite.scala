package brine.dev.site

import java.nio.file.{Files, Path}
import munit.FunSuite

class SiteNavigationSuite extends FunSuite:
  test("sections and titles are those of the list, then decisions and other pages"):
    val list =
      "# D\n\n## Codec\n\n| Page | Content |\n|---|---|\n| [The codec](codec.md) | x |\n| [Kit](../kit/README.md) | y |\n" +
        "\n## Migration\n\n| From | Page |\n|---|---|\n| actr | [actors](migration/actr.md) |\n\n## Empty\n"
    val titles = Map(
      "docs/codec.md"          -> "T",
      "docs/README.md"         -> "All",
      "kit/README.md"          -> "K",
      "docs/migration/actr.md" -> "M",
      "docs/adr/0001.md"       -> "First",
      "lab/README.md"          -> "The lab"
    )
    assertEquals(
      SiteNavigation.of(list, titles),
      List(
        SiteSection(
          "Codec",
          List("The codec" -> "docs/codec.md", "Kit" -> "kit/README.md", "All pages" -> "docs/README.md")
        ),
        SiteSection("Migration", List("From actr" -> "docs/migration/actr.md")),
        SiteSection("Decisions", List("First" -> "docs/adr/0001.md")),
        SiteSection("Modules", List("The lab" -> "lab/README.md"))
      )
    )

  test("the list of this checkout names each page once"):
    val home     = Path.of(sys.props("brine.home"))
    val pages    = SitePages.of(home)
    val sections =
      SiteNavigation.of(Files.readString(home.resolve("docs/README.md")), pages.map(page => page -> page).toMap)
    val listed = sections.flatMap(_.pages.map(_._2))
    assertEquals(listed.sorted, pages)
    assert(sections.exists(_.title == "Journal"), sections.map(_.title))
