package brine.journal.storage

import java.nio.file.Path

/** The disk. A test does something right before one of the steps that one thread takes: when it lists a folder, looks
  * for a file, or opens one.
  */
final class SteppedStorage extends Storage:
  private val disk = Storage.disk

  // Written by the thread.
  private var thread: Thread | Null = null
  private var left                  = 0
  private var action: () => Unit    = () => ()

  /** Does something before a step of this thread, counted from 0, while a body is executed. Returns its result, and
    * whether there were that many steps.
    */
  def before[A](step: Int)(action: => Unit)(body: => A): (A, Boolean) =
    left = step
    this.action = () => action
    thread = Thread.currentThread
    try
      val result = body
      (result, left < 0)
    finally thread = null

  private def step(): Unit = if Thread.currentThread eq thread then
    left -= 1
    if left == -1 then
      // What it does takes steps as well.
      val own = thread
      thread = null
      try action()
      finally thread = own

  export disk.{create, createFolder, delete, forceFolder, lock, move, openWrite, usableSpace}

  def list(folder: Path): Vector[String] =
    step()
    disk.list(folder)

  def exists(file: Path): Boolean =
    step()
    disk.exists(file)

  def openRead(file: Path): StorageFile =
    step()
    disk.openRead(file)
