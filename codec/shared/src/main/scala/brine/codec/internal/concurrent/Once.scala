package brine.codec.internal.concurrent

import scala.compiletime.uninitialized

/** A value that is computed on first use and then kept, in the place of a `lazy val`.
  *
  * Scala 3.3 compiles a `lazy val`, a given without parameters and an object inside of a class to calls of
  * `sun.misc.Unsafe`, and JDK 24 and newer warn of those when a program starts. So published modules have none of them;
  * a test searches their class files. Thread-safe: one thread computes while others wait. If `compute` throws, the next
  * call computes again.
  */
private[brine] final class Once[A](compute: => A):
  private var value: A          = uninitialized
  @volatile private var isKnown = false

  def apply(): A = if isKnown then value else first()

  private def first(): A = synchronized:
    if !isKnown then
      value = compute
      isKnown = true
    value
