package brine.commandline

/** One word after the program's name, such as `journal` in `brine journal`. */
private[brine] trait Command:
  /** What it answers to, the name people are told first. */
  def names: List[String]

  /** @param arguments
    *   what follows the name
    * @return
    *   the exit code
    */
  def run(arguments: List[String]): Int
