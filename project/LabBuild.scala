import sbt._

/** The lab, its peers and the benchmarks: two thirds of all projects of this build, which most work does not need. They are loaded when the
  * system property `brine.lab` is `true`, which `./brine lab`, `./brine test` of the lab and `BRINE_LAB=1 ./brine sbt` set.
  */
object LabBuild extends CompositeProject {

  val isLoaded: Boolean = sys.props.get("brine.lab").contains("true")

  def componentProjects: Seq[Project] =
    if (!isLoaded) Nil
    else {
      val parts =
        Seq(LabModel.all, CodecPeers.all, ActorPeers.all, LogPeers.all, BrowserBundles.all, Lab.all, CodecBench.all)
      parts.flatten
    }
}
