package sbt

/** Switches off what sbt keeps for a display of running tasks, which this build never shows: it gives each of some
  * hundred thousand tasks a name, a tenth of the build's own processor time.
  */
object ProgressOfTasks {
  def off(state: State): State = state.remove(Keys.taskProgress)
}
