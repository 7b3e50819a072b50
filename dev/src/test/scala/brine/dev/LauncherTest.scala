package brine.dev

import brine.commandline.TemporaryFolder

/** Tests of the launcher, each on a machine of its own that is made of scripts. */
abstract class LauncherTest extends TemporaryFolder:
  protected val machine = FunFixture[LauncherFixture](
    setup = _ => LauncherFixture(newFolder(), write, writeScript),
    teardown = machine => delete(machine.root)
  )

  protected val toolsOfTests = List("node", "python3", "gcc", "mvn", "gpg")
