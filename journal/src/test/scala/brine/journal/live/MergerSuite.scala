package brine.journal.live

import brine.journal.StoreThread
import brine.journal.folders.ManifestStore
import brine.journal.lookup.{MergedIndexes, MergedIndexesSuite, SegmentIndexes}
import brine.journal.recovery.Recovery
import brine.journal.storage.MemoryStorage
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import scala.jdk.CollectionConverters.*
import scala.util.Random

class MergerSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import MergedIndexesSuite.*

  test("it merges on a thread of its own that no interrupt reaches, and not after the end"):
    val storage = MemoryStorage()
    use(storage)(World(Random(4)).append(_, 20))
    merged(storage).foreach(name => storage.delete(folder.resolve(name)))
    val manifest = ManifestStore.read(storage, folder)._1.get
    val headers  = Recovery.chain(storage, folder, manifest)
    val indexes  = SegmentIndexes(storage, folder, _ => None, keeps = true)
    val files    = MergedIndexes(storage, folder, () => manifest.journal, indexes, () => headers)
    val keeper   = Keeper(folder, () => ())
    val threads  = ConcurrentLinkedQueue[Thread]()
    storage.beforeOpen = _ =>
      Thread.currentThread.interrupt()
      if !Thread.currentThread.isInterrupted then threads.add(Thread.currentThread): Unit
    val merger = Merger(folder, files, keeper)
    merger.mergeSoon()
    while merged(storage).size < 2 do Thread.sleep(1)
    merger.shutdown()
    merger.awaitEnd(TimeUnit.MINUTES.toNanos(5))
    assert(threads.asScala.forall(_.isInstanceOf[StoreThread]) && !threads.isEmpty)
    merged(storage).foreach(name => storage.delete(folder.resolve(name)))
    merger.mergeSoon()
    merger.merge()
    assertEquals(merged(storage), Vector.empty)
    keeper.shutdown()
    files.close()
    indexes.close()
