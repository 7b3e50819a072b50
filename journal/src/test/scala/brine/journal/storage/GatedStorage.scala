package brine.journal.storage

import java.nio.file.Path
import java.util.concurrent.CountDownLatch

/** The disk, but opening some files waits until the gate is opened. */
final class GatedStorage extends Storage:
  /** The files that wait. */
  @volatile var waits: Path => Boolean = _ => false

  /** Someone has come to the gate. */
  val reached: CountDownLatch = CountDownLatch(1)
  val gate: CountDownLatch    = CountDownLatch(1)

  private val disk = Storage.disk

  export disk.{create, createFolder, delete, exists, forceFolder, list, lock, move, openWrite, usableSpace}

  def openRead(file: Path): StorageFile =
    if waits(file) then
      reached.countDown()
      gate.await()
    disk.openRead(file)
