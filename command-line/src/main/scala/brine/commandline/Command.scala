package brine.commandline

/** A command: one word after the program's name, such as `journal` in `brine journal`. */
private[brine] trait Command:
  /** The names of the command, the preferred one first. */
  def names: List[String]

  /** Runs the command.
    *
    * @param arguments
    *   the arguments after the name
    * @return
    *   the exit code
    */
  def run(arguments: List[String]): Int
