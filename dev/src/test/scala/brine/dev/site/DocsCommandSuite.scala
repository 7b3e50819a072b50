package brine.dev.site

import brine.commandline.{Captured, TemporaryFolder}
import brine.dev.Checkout
import java.nio.file.Files

class DocsCommandSuite extends TemporaryFolder:
  test("does not overwrite a folder that is no site"):
    val root = newFolder()
    try
      val file  = write(root.resolve("mine/notes.txt"), "mine")
      val ended = Captured(DocsCommand(Checkout(root)).run(List("--out", file.getParent.toString)))
      assertEquals(ended.value, 2)
      assert(clue(ended.err).contains("is a file, or not empty and no site"))
      assertEquals(Files.readString(file), "mine")
      val single = Captured(DocsCommand(Checkout(root)).run(List("--out", file.toString)))
      assertEquals(single.value, 2)
      assertEquals(Files.readString(file), "mine")
    finally delete(root)
