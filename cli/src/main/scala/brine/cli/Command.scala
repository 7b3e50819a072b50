package brine.cli

/** One word after `./brine`. */
trait Command:
  /** What it answers to, the name people are told first. */
  def names: List[String]

  /** @param arguments
    *   what follows the name
    * @return
    *   the exit code
    */
  def run(arguments: List[String], checkout: Checkout): Int
