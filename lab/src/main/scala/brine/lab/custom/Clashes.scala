package brine.lab.custom

import scala.collection.mutable

/** Finds objects that cannot be of one kind: somewhere below both, the same path has values of different kinds. It only
  * looks, while trying out a merge copies all below. Each answer is kept, because nested objects are compared with all
  * objects around them. Valid until something is merged. One thread.
  */
private[custom] final class Clashes:
  private val known = mutable.HashMap[(AnyRef, AnyRef), Boolean]()

  /** True only if a merge would leave a path without a type. False promises nothing. */
  def between(a: Objects, b: Objects): Boolean = once(a, b):
    a.discriminator == b.discriminator &&
    a.variants.exists((kind, ours) => b.variants.get(kind).exists(theirs => within(ours, theirs)))

  private def within(a: Fields, b: Fields): Boolean =
    b.members.exists((name, theirs) => a.members.get(name).exists(ours => at(ours.now, theirs.now)))

  private def at(a: Shape, b: Shape): Boolean = once(a, b):
    (a.firsts.keySet ++ b.firsts.keySet).size > 1 ||
    a.items.exists(ours => b.items.exists(theirs => at(ours, theirs))) ||
    a.objects.exists(ours => b.objects.exists(theirs => between(ours, theirs)))

  private def once(a: AnyRef, b: AnyRef)(answer: => Boolean): Boolean = !(a eq b) && known.getOrElse(
    (a, b), {
      // Whoever comes back here while the answer is sought learns nothing.
      known((a, b)) = false
      val found = answer
      known((a, b)) = found
      found
    }
  )
