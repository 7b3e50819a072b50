package brine.codec.internal.schema

/** Finds the nodes of a directed graph that are part of a cycle: those of strongly connected components with an inner
  * edge (Tarjan, "Depth-first search and linear graph algorithms", 1972). Takes time in proportion to nodes and edges,
  * and no stack, because the graph may be untrusted.
  */
private[codec] object Cycles:
  /** For each of `count` nodes, whether a path along `next` leads back to it. */
  def of(count: Int)(next: Int => Array[Int]): Array[Boolean] =
    val search = new Search(count, next)
    var node   = 0
    while node < count do
      if search.isNew(node) then search.from(node)
      node += 1
    search.inCycle

  private final class Search(count: Int, next: Int => Array[Int]):
    val inCycle: Array[Boolean] = new Array(count)
    private val order           = new Array[Int](count) // when a node was reached, starting at 1
    private val lowest          = new Array[Int](count) // the earliest node reached from it
    private val isOpen          = new Array[Boolean](count)
    private val edges           = new Array[Array[Int]](count)
    private val taken           = new Array[Int](count) // number of its edges followed
    private val open            = new Array[Int](count) // nodes whose component is not known yet
    private val way             = new Array[Int](count) // the nodes between the start and the current one
    private var met             = 0
    private var openCount       = 0
    private var wayLength       = 0

    def isNew(node: Int): Boolean = order(node) == 0

    def from(start: Int): Unit =
      meet(start)
      while wayLength > 0 do
        val node = way(wayLength - 1)
        if taken(node) < edges(node).length then
          val to = edges(node)(taken(node))
          taken(node) += 1
          if to == node then inCycle(node) = true
          if isNew(to) then meet(to)
          else if isOpen(to) then lowest(node) = math.min(lowest(node), order(to))
        else
          wayLength -= 1
          if wayLength > 0 then
            val before = way(wayLength - 1)
            lowest(before) = math.min(lowest(before), lowest(node))
          if lowest(node) == order(node) then close(node)

    private def meet(node: Int): Unit =
      met += 1
      order(node) = met
      lowest(node) = met
      isOpen(node) = true
      edges(node) = next(node)
      open(openCount) = node
      openCount += 1
      way(wayLength) = node
      wayLength += 1

    // The component of `node` consists of the nodes opened since.
    private def close(node: Int): Unit =
      val isSeveral = open(openCount - 1) != node
      var done      = false
      while !done do
        openCount -= 1
        val member = open(openCount)
        isOpen(member) = false
        edges(member) = Cycles.none
        if isSeveral then inCycle(member) = true
        done = member == node

  private val none = new Array[Int](0)
