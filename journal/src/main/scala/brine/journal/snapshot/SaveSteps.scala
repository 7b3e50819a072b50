package brine.journal.snapshot

import brine.journal.Refusal
import brine.journal.storage.StorageFile
import brine.journal.support.StackProbe
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.locks.ReentrantReadWriteLock

/** The steps of saves that change a folder. None begins once the journal is closed. Thread-safe.
  *
  * @param isClosed
  *   whether the journal is closed
  */
private[snapshot] final class SaveSteps(isClosed: () => Boolean):
  // Steps share it. Whoever has closed the journal takes it alone.
  private val lock = ReentrantReadWriteLock()

  /** Runs a step, within which no code of users may run.
    *
    * @throws Refusal
    *   if the journal is closed
    */
  def apply[A](step: => A): A =
    StackProbe.require()
    lock.readLock.lock()
    try
      if isClosed() then throw SaveSteps.refusal
      step
    finally lock.readLock.unlock()

  /** Waits for the steps that run. The journal is closed already. */
  def await(): Unit =
    StackProbe.require()
    lock.writeLock.lock()
    lock.writeLock.unlock()

  /** A file each write to which is a step. */
  def guarded(file: StorageFile): StorageFile = new StorageFile:
    def read(buffer: ByteBuffer, position: Long): Int   = file.read(buffer, position)
    def write(buffer: ByteBuffer, position: Long): Unit = apply(file.write(buffer, position))
    def truncate(size: Long): Unit                      = apply(file.truncate(size))
    def force(): Unit                                   = apply(file.force())
    def size: Long                                      = file.size
    override def isAt(path: Path): Boolean              = file.isAt(path)
    def close(): Unit                                   = file.close()

private[snapshot] object SaveSteps:
  def refusal: Refusal = Refusal("the journal is closed: open it again to save snapshots")
