package brine.jdbc

/** Calls itself until the stack ends, and makes the call at some of the last levels on the way back. */
private[jdbc] final class Dive(pad: Int, call: () => Unit):
  private var left = 0

  def run(depth: Int): Unit =
    try run(depth + 1)
    catch case _: StackOverflowError => left = 300
    if left > 0 then
      left -= 1
      if (left + pad) % 7 == 0 then
        try call()
        catch case _: StackOverflowError => ()
