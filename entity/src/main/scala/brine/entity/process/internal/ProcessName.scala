package brine.entity.process.internal

/** Names of processes, and what the log has under them. The name of a snapshot has at most 64 characters, and that of a
  * category no `-`.
  */
private[process] object ProcessName:
  private inline val Longest = 50

  def require(name: String): Unit =
    def isAllowed(char: Char) = char >= 'a' && char <= 'z' || char >= '0' && char <= '9' || char == '_'
    Predef.require(
      name.nonEmpty && name.length <= Longest && name.forall(isAllowed),
      s"the name of a process has 1 to $Longest characters of a to z, 0 to 9 and '_'; this one has " +
        name.find(!isAllowed(_)).fold(s"${name.length} characters")(char => f"the character U+${char.toInt}%04X")
    )

  /** The name of the effects that are its inputs. Users cannot give it to effects of theirs. */
  def inputs(name: String): String = s"process:$name"

  /** What messages call these. */
  def describedInputs(name: String): String = s"the inputs of the process '$name'"

  /** The stream of the timers whose time has come. */
  def dueStream(name: String): String = s"$Reserved" + s"process.due-$name"

  /** The name of the snapshot of open timers. */
  def timers(name: String): String = s"brine-timers-$name"

  /** What the names of streams begin with that are no events of users. */
  final val Reserved = "brine."
