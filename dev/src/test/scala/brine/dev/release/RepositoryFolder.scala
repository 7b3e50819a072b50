package brine.dev.release

import brine.commandline.TemporaryFolder

/** A suite whose tests each get a small repository, gone when the test is over. */
trait RepositoryFolder extends TemporaryFolder:
  val small: FunFixture[SmallRepository] = FunFixture[SmallRepository](
    setup = _ => SmallRepository(newFolder()),
    teardown = repository => delete(repository.root)
  )
