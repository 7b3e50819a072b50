package brine.docs

import java.nio.file.{Files, Path}
import java.util.Comparator
import munit.FunSuite

class CheckoutFilesSuite extends FunSuite:
  private val checkout = FunFixture[Path](
    setup = _ => Files.createTempDirectory("brine-files"),
    teardown = folder =>
      val all = Files.walk(folder)
      try all.sorted(Comparator.reverseOrder).forEach(Files.delete(_))
      finally all.close()
  )

  checkout.test("finds files by their endings, and none of builds or of hidden folders"): home =>
    for name <- List(
        "b.md",
        "a.md",
        "a.txt",
        "sub/c.md",
        "target/d.md",
        "sub/target/e.md",
        ".git/f.md",
        "my-target/g.md"
      )
    do
      Files.createDirectories(home.resolve(name).getParent)
      Files.createFile(home.resolve(name))
    assertEquals(CheckoutFiles.of(home, ".md").map(_.toString), List("a.md", "b.md", "my-target/g.md", "sub/c.md"))

  checkout.test("a checkout in a folder that is itself hidden, or called target"): root =>
    val home = Files.createDirectories(root.resolve("target/.x"))
    Files.createFile(home.resolve("a.md"))
    assertEquals(CheckoutFiles.of(home, ".md").map(_.toString), List("a.md"))
