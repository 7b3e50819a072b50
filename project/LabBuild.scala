import sbt._

/** The lab, its peers and the benchmarks: two thirds of all projects of this build, which most work does not need. They
  * are loaded when the system property `brine.lab` is `true`, which `./brine lab`, `./brine test` of the lab and
  * `BRINE_LAB=1 ./brine sbt` set. With `actors`, only what study `actors` needs is loaded, which is quicker: the lab
  * measures it first.
  */
object LabBuild extends CompositeProject {

  def componentProjects: Seq[Project] = sys.props.getOrElse("brine.lab", "") match {
    case "true" =>
      Seq(
        LabModel.all,
        CodecPeers.all,
        ActorPeers.all,
        LogPeers.all,
        BrowserBundles.all,
        CodecPeers.compiledAgainst(Lab.all),
        CodecBench.all
      ).flatten
    case "actors" => LabModel.labApi +: (ActorPeers.all ++ Lab.all)
    case _        => Nil
  }
}
