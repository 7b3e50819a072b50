package sbt

/** sbt keeps a name for each running task, for a display that this build never shows. With the some hundred thousand
  * tasks of all tests together that takes a tenth of the build's own processor time. In sbt's package, since nothing
  * else may switch it off.
  */
object ProgressOfTasks {

  /** `withoutProgress COMMAND` runs the command without it. */
  val command: Command = Command.single("withoutProgress") { (state, line) =>
    Command.process(
      line,
      state.remove(Keys.taskProgress).remove(Keys.currentCommandProgress),
      message => throw new MessageOnlyException(message)
    )
  }
}
