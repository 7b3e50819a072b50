package brine.entity.internal

import scala.annotation.tailrec

/** The thread of a preload, on which functions of entities run. Whoever wants its end stops the [[PreloadPass]]. */
private[internal] final class PreloadThread(val preload: Preload[?, ?, ?], pass: PreloadPass, name: String)
    extends OwnThread(pass, name):
  private val caller = Thread.currentThread

private[internal] object PreloadThread:
  /** Whether the current thread belongs to a preload, which would wait for itself. A function of an entity may have
    * begun a preload of others in between.
    */
  def isWithin(preload: Preload[?, ?, ?]): Boolean = isOf(preload, Thread.currentThread)

  @tailrec private def isOf(preload: Preload[?, ?, ?], thread: Thread): Boolean = thread match
    case own: PreloadThread => (own.preload eq preload) || isOf(preload, own.caller)
    case _                  => false
