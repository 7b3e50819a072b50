package brine.actor.model

/** Sends its messages one after the other, or all with one exchange. */
final class Producer(val name: String, layout: Layout, words: MailboxWords, nodes: IndexedSeq[Int], chained: Boolean)
    extends Process:
  private val sent = layout.word(s"$name.sent")
  private val send = Send(layout, name, words)

  def mayRest(memory: Memory): Boolean = memory(sent) == nodes.size && send.isDone(memory)

  def canStep(memory: Memory): Boolean = send.canStep(memory) || send.isDone(memory) && memory(sent) < nodes.size

  def step(memory: Memory): String =
    if send.isDone(memory) then
      // What it does before the exchange touches nothing others see, so it needs no step of its own.
      if chained then
        nodes.lazyZip(nodes.drop(1)).foreach((node, next) => memory(words.next(node)) = next)
        memory(sent) = nodes.size
        send.begin(memory, nodes.head, nodes.last)
      else
        val node = nodes(memory(sent))
        memory.add(sent, 1)
        send.begin(memory, node, node)
    send.step(memory)
