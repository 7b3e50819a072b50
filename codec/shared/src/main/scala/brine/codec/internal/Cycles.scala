package brine.codec.internal

import scala.collection.mutable

/** Which nodes of a graph can be reached from themselves. Takes time in proportion to the edges, and no stack: the graph may come from an
  * enemy.
  */
private[codec] object Cycles:

  /** @param next
    *   the nodes that one has edges to; asked once for each
    */
  def apply(size: Int, next: Int => Seq[Int]): Array[Boolean] =
    // Tarjan's components: a node is in a cycle if its component has another one, or if it has an edge to itself.
    val result  = new Array[Boolean](size)
    val number  = Array.fill(size)(-1)
    val low     = new Array[Int](size)
    val isOpen  = new Array[Boolean](size)
    val open    = mutable.ArrayBuffer.empty[Int]
    val path    = mutable.Stack.empty[(Int, Iterator[Int])]
    var visited = 0

    def visit(node: Int): Unit =
      number(node) = visited
      low(node) = visited
      visited += 1
      isOpen(node) = true
      open += node
      path.push(node -> next(node).iterator)

    def close(node: Int): Unit =
      val first   = open.lastIndexOf(node)
      val isCycle = open.size - first > 1
      var i       = first
      while i < open.size do
        isOpen(open(i)) = false
        if isCycle then result(open(i)) = true
        i += 1
      open.takeInPlace(first): Unit

    var start = 0
    while start < size do
      if number(start) < 0 then visit(start)
      while path.nonEmpty do
        val (node, edges) = path.top
        if edges.hasNext then
          val to = edges.next()
          if to == node then result(node) = true
          if number(to) < 0 then visit(to)
          else if isOpen(to) then low(node) = math.min(low(node), number(to))
        else
          path.pop(): Unit
          if path.nonEmpty then
            val above = path.top._1
            low(above) = math.min(low(above), low(node))
          if low(node) == number(node) then close(node)
      start += 1
    result
