import sbt._
import sbt.Keys._

/** How far a build of the stage is. It prints a line `brine-progress PERCENT SECONDS`, which the launcher shows,
  * whenever a project is done. The work of a project is estimated by the number of its sources; what was compiled
  * before counts little.
  */
object StageProgress {
  private final case class Work(left: Map[String, Double], total: Double, started: Long)

  private var work = Work(Map.empty, 0, 0) // guarded by this object, so that lines come in order

  /** What each project costs besides its sources, in sources: its libraries are looked up, its jar is made. */
  private val perProject = 6.0

  /** What linking a script for the browser costs. */
  private val perLink = 150.0

  /** Seconds that a source takes on two cores, which is assumed until some were compiled. */
  private val secondsPerSource = 0.13
  private val believed         = 100.0

  /** The name under which the linking of a project is finished. */
  def link(project: String): String = s"link $project"

  /** Starts again, with these projects to be compiled and those to be linked. */
  def expect(compiled: Seq[ProjectRef], linked: Seq[ProjectRef], data: Settings[Scope]): Unit = {
    def cost(ref: ProjectRef): Double = {
      val folders  = (ref / Compile / unmanagedSourceDirectories).get(data).getOrElse(Nil)
      val isBefore = (ref / Compile / classDirectory).get(data).exists(folder => (folder * "*").get.nonEmpty)
      if (isBefore) 1 else perProject + (folders ** ("*.scala" | "*.java")).get.distinct.size
    }
    val left = compiled.map(ref => ref.project -> cost(ref)) ++ linked.map(ref => link(ref.project) -> perLink)
    synchronized { work = Work(left.toMap, left.map(_._2).sum, System.nanoTime) }
  }

  def finished(name: String): Unit = synchronized {
    if (work.left.contains(name)) {
      work = work.copy(left = work.left - name)
      val left    = work.left.values.sum
      val done    = work.total - left
      val elapsed = (System.nanoTime - work.started) / 1e9
      val seconds = left * (elapsed + believed * secondsPerSource) / (done + believed)
      println(s"brine-progress ${(100 * done / work.total).toInt} ${seconds.ceil.toInt}")
    }
  }
}
