package brine.entity.testkit

import scala.collection.mutable

/** The runs that were executed, as a tree of the choices of each: what a run does follows from its commands and its
  * choices. Choices that begin like those of a known run, up to its end, lead to the same. For one thread.
  */
private[testkit] final class KnownRuns:
  import KnownRuns.*
  private val roots = mutable.HashMap.empty[Vector[(Int, Int)], Node]

  /** Notes a run of these commands that has ended, and what was chosen in it. */
  def add(kept: Vector[(Int, Int)], choices: Choices): Unit =
    var node = roots.getOrElseUpdate(kept, Node(0, null))
    choices.foreach(choice => node = node.orAdd(choice))
    node.isEnd = true

  /** Whether these choices, with the quiet ones after them, lead to a run that is known. */
  def has(kept: Vector[(Int, Int)], choices: Vector[Int]): Boolean =
    var node: Node | Null = roots.getOrElse(kept, null)
    var at                = 0
    while node != null && !node.nn.isEnd do
      node = node.nn.child(if at < choices.size then choices(at) else 0)
      at += 1
    node != null

private[testkit] object KnownRuns:
  /** A choice, and those that have followed it. Lists, because few choices were made in more than one way. */
  private final class Node(val choice: Int, val sibling: Node | Null):
    private var first: Node | Null = null
    var isEnd: Boolean             = false

    def child(choice: Int): Node | Null =
      var node = first
      while node != null && node.nn.choice != choice do node = node.nn.sibling
      node

    def orAdd(choice: Int): Node =
      val known = child(choice)
      if known != null then known.nn
      else
        val added = Node(choice, first)
        first = added
        added
