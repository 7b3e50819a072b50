import com.typesafe.tools.mima.plugin.MimaPlugin
import sbt._
import sbt.plugins.SemanticdbPlugin
import sbtprotoc.ProtocPlugin

/** The lab, its peers and the benchmarks: two thirds of all projects of this build, which most work does not need. They
  * are loaded when the system property `brine.lab` is `true`, which `./brine lab`, `./brine test` of the lab and
  * `BRINE_LAB=1 ./brine sbt` set. With `actors`, only what study `actors` needs is loaded, which is quicker: the lab
  * measures it first.
  */
object LabBuild extends CompositeProject {

  def componentProjects: Seq[Project] = projects.map(lean)

  // Settings of plugins that a project does not use take time whenever the build is loaded.
  private def lean(project: Project): Project = {
    val lean = project.disablePlugins(MimaPlugin, SemanticdbPlugin)
    if (protocolBuffers.contains(project)) lean else lean.disablePlugins(ProtocPlugin)
  }

  private def protocolBuffers = Seq(CodecPeers.peerScalapb, CodecPeers.peerProtobufJava, PekkoBench.pekkoBench)

  private def projects: Seq[Project] = sys.props.getOrElse("brine.lab", "") match {
    case "true" =>
      Seq(
        LabModel.all,
        CodecPeers.all,
        ActorPeers.all,
        LogPeers.all,
        EntityPeers.all,
        BrowserBundles.all,
        CodecPeers.compiledAgainst(Lab.all),
        CodecBench.all,
        PekkoBench.all
      ).flatten
    case "actors" => LabModel.labApi +: (ActorPeers.all ++ Lab.all)
    case _        => Nil
  }
}
