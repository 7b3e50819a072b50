import sbt._

/** A command that runs the commands another process writes into a file. `./brine test` has to build the program that
  * decides which tests to run; with this, the build that made it runs the tests too, which saves starting it again.
  */
object AwaitedCommands {
  private val longestWait = 5 * 60 * 1000L

  /** `awaitCommands FOLDER` prints `brine-staged`, waits for a file `commands` in the folder, and runs each of its
    * lines. An empty file ends the wait.
    */
  val command: Command = Command.single("awaitCommands") { (state, folder) =>
    val file  = new File(folder) / "commands"
    val until = System.currentTimeMillis + longestWait
    println("brine-staged")
    while (!file.exists && System.currentTimeMillis < until) Thread.sleep(20)
    if (!file.exists) sys.error(s"nobody wrote $file within five minutes")
    IO.readLines(file).reverse.foldLeft(state)((rest, line) => line :: rest)
  }
}
