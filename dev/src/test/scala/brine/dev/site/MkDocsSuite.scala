package brine.dev.site

import brine.commandline.TemporaryFolder

class MkDocsSuite extends TemporaryFolder:
  test("a Python without virtual environments is named with what to install"):
    val root = newFolder()
    try
      val list   = write(root.resolve("requirements.txt"), "nothing==1\n")
      val python = write(root.resolve("python3"), "#!/bin/sh\necho 'no module venv'\nexit 1\n")
      python.toFile.setExecutable(true)
      val made = MkDocs(list, root.resolve("tools"), python.toString, root.resolve("log")).install()
      assert(clue(made).left.exists(_.contains("install `python3-venv`")))
    finally delete(root)
