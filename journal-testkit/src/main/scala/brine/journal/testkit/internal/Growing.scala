package brine.journal.testkit.internal

/** A list that one thread adds to while others read it. Readers see an element if they see what the adding thread wrote
  * to a volatile field afterwards.
  */
private[testkit] final class Growing[A <: AnyRef]:
  @volatile private var elements = new Array[AnyRef](8)
  @volatile private var count    = 0

  def size: Int = count

  def apply(index: Int): A = elements(index).asInstanceOf[A]

  /** Adds an element. For one thread at a time. */
  def add(element: A): Unit =
    if count == elements.length then elements = java.util.Arrays.copyOf(elements, count * 2)
    elements(count) = element
    count += 1
