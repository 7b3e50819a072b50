package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.snapshot.SnapshotError
import brine.journal.{Journal, TemporaryFolder}

class JavaSnapshotsSuite extends munit.FunSuite:
  test("a folder that cannot be listed is a SnapshotException"):
    TemporaryFolder.use: folder =>
      val storage   = FaultyStorage()
      val journal   = Journal.open(folder, storage = storage)
      val snapshots = JavaSnapshots(journal.snapshots, JavaCodec.of(summon[Codec[String]]))
      storage.fails = true
      for list <- List(() => snapshots.names, () => snapshots.offsets("totals")) do
        val error = intercept[SnapshotException](list()).error
        assert(error.isInstanceOf[SnapshotError.Failed], error)
      storage.fails = false
      journal.close()
