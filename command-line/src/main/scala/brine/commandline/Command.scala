package brine.commandline

/** A command of one of the programs behind `./brine`. */
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
