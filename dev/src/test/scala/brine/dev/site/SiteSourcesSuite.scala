package brine.dev.site

import brine.commandline.TemporaryFolder
import java.nio.file.Files

class SiteSourcesSuite extends TemporaryFolder:
  test("writes pages as mdoc has them, API documentation and the configuration; reports links that lead to nothing"):
    val root = newFolder()
    try
      val home = root.resolve("home")
      write(home.resolve("README.md"), "# Home\n\n[code](brine) [no](no.md)\n")
      write(home.resolve("brine"), "")
      write(
        home.resolve("docs/README.md"),
        "# All\n\n## Start\n\n| Page | Content |\n|---|---|\n| [Home](../README.md) | x |\n"
      )
      write(home.resolve("docs/site/mkdocs.yml"), "site_name: x\n")
      write(home.resolve("docs/site/brine.css"), "css")
      write(root.resolve("mdoc/docs/README.md"), "# Compiled\n")
      write(root.resolve("doc/index.html"), "api")
      val module             = SiteInput.Module("codec", "A codec.", root.resolve("doc"))
      val input              = SiteInput(root.resolve("mdoc"), List(module), "https://example.org/brine")
      val dead               = SiteSources.write(home, input, root.resolve("site"), root.resolve("out"))
      def made(path: String) = Files.readString(root.resolve("site").resolve(path))
      assertEquals(dead, List("README.md: no.md"))
      assertEquals(made("docs/README.md"), "# Home\n\n[code](https://example.org/brine/blob/main/brine) [no](no.md)\n")
      assertEquals(made("docs/docs/README.md"), "# Compiled\n")
      assertEquals(made("docs/api/codec/index.html"), "api")
      assertEquals(made("docs/assets/brine.css"), "css")
      assert(made("docs/api/README.md").contains("| [codec](codec/index.html) | A codec. |"))
      assert(made("mkdocs.yml").startsWith("site_name: x\ndocs_dir: "), made("mkdocs.yml"))
      assert(made("mkdocs.yml").contains(""""api/README.md""""))
    finally delete(root)
