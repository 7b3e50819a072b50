package brine.dev.site

import java.nio.file.Path
import munit.FunSuite

class SiteInputSuite extends FunSuite:
  test("reads the list that the build writes"):
    val lines = List("pages\t/p", "repository\thttps://example.org", "api\tcodec\tA codec.\t/api")
    val made  =
      SiteInput(Path.of("/p"), List(SiteInput.Module("codec", "A codec.", Path.of("/api"))), "https://example.org")
    assertEquals(SiteInput.parse(lines), Right(made))

  test("a list without pages is an error"):
    assert(SiteInput.parse(List("repository\thttps://example.org")).isLeft)
