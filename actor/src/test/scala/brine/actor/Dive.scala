package brine.actor

/** Calls itself until the stack ends, and does something at some of the last levels on the way back.
  *
  * @param pad
  *   which of them: every seventh, counted from here
  */
final class Dive(pad: Int, use: () => Unit):
  private var left = 0

  def run(depth: Int): Unit =
    try run(depth + 1)
    catch case _: StackOverflowError => left = 300
    if left > 0 then
      left -= 1
      if (left + pad) % 7 == 0 then
        try use()
        catch case _: StackOverflowError => ()
