package brine.pekko.rig

import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Three processes of a cluster under load, and what happens to them. Prints a table of how long there was no
  * acknowledged command, and fails if one was lost, executed twice, or decided on another state than the newest:
  *
  * {{{
  * ./brine sbt "pekko/Test/runMain brine.pekko.rig.ClusterRig kill partition"
  * }}}
  *
  * Arguments are scenarios, all by default, and settings: `entities=16`, `steady=SECONDS` before and after what
  * happens (5 by default), `nodes=2` for scenario `split` alone, `stable-after=7s`, `margin=1ms`, `pause=3s`,
  * `confirms=true`, `folder=FOLDER` for what nodes print, and `network=` `namespaces` or `loopback`.
  */
object ClusterRig:
  final case class Options(
      scenarios: Vector[Scenario],
      entities: Int,
      steady: Int,
      nodes: Int,
      folder: Option[Path],
      network: Option[String],
      settings: Rig.Settings
  )

  def main(arguments: Array[String]): Unit =
    val options = parse(arguments.toList)
    options.network match
      case Some("inside")     => sys.exit(run(options, Namespaces(Rig.MostNodes)))
      case Some("namespaces") => sys.exit(inNamespaces(arguments.toList))
      case Some("loopback")   => sys.exit(run(options, Network.Loopback))
      case Some(other)        => throw IllegalArgumentException(s"network=$other")
      case None               =>
        Namespaces.missing match
          case None         => sys.exit(inNamespaces(arguments.toList))
          case Some(reason) =>
            Console.err.println(s"no network namespaces here, so no node is cut off: $reason")
            sys.exit(run(options, Network.Loopback))

  /** Starts this program again, in namespaces that end with it. */
  private def inNamespaces(arguments: List[String]): Int =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val program = List(
      java,
      "-Xmx256m",
      "-XX:+UseSerialGC",
      "-XX:-UsePerfData",
      "-cp",
      sys.props("java.class.path"),
      "brine.pekko.rig.ClusterRig"
    )
    val process =
      ProcessBuilder((Namespaces.own ++ program ++ arguments :+ "network=inside").asJava).inheritIO().start()
    // It takes no other signal while its program runs, which ends with it.
    Runtime.getRuntime.addShutdownHook(Thread(() => process.destroyForcibly(): Unit))
    process.waitFor()

  private def run(options: Options, network: Network): Int =
    val folder = options.folder.map(Files.createDirectories(_)).getOrElse(Files.createTempDirectory("brine-rig"))
    val chosen = options.scenarios.filter: one =>
      if one.cuts && !network.canCut then println(s"${one.flag}: left out, because no node can be cut off here")
      !one.cuts || network.canCut
    var failed = 0
    try
      Using.resource(Rig(folder, network, options.settings)): rig =>
        rig.begin(options.nodes)
        println(
          "| scenario | commands | sent again | usual gap, ms | longest gap, ms | of one entity, ms | entities over 1 s |"
        )
        println("|---|---|---|---|---|---|---|")
        var isNew = false
        for one <- chosen do
          try
            if one == Scenario.Upgrade then isNew = true
            println(scenario(one, rig, options, isNew))
          catch
            case wrong: AssertionError =>
              failed += 1
              println(s"${one.flag} FAILED: ${wrong.getMessage}")
              if rig.size != options.nodes then throw wrong
    finally if failed == 0 && options.folder.isEmpty then deleteAll(folder) else println(s"nodes print into $folder")
    if failed == 0 then 0 else 1

  private def scenario(one: Scenario, rig: Rig, options: Options, isNew: Boolean): String =
    val usual = Option.when(options.steady > 0)(usualGap(one, rig, options))
    val load  = Load(one.flag, options.entities, () => rig.addresses)
    load.start()
    load.awaitEach(3)
    Scenario.run(one, rig, load)
    load.awaitEach(3)
    Thread.sleep(options.steady * 1000L)
    val gaps = load.stop()
    rig.awaitWhole()
    val told = load.acknowledged
    StoredTallies(rig).check(load.ids, told, isNew): Unit
    s"| ${one.flag} | ${told.size} | ${load.sentAgain} | ${usual.getOrElse("")} | ${gaps.overall} | ${gaps.longest} | " +
      s"${gaps.affected} of ${gaps.entities} |"

  /** The longest time that an entity waits while nothing happens, in ms. */
  private def usualGap(one: Scenario, rig: Rig, options: Options): Long =
    val load = Load(s"${one.flag}-usual", options.entities, () => rig.addresses)
    load.start()
    load.awaitEach(3)
    Thread.sleep(options.steady * 1000L)
    load.stop().longest

  private def parse(arguments: List[String]): Options =
    val named                            = arguments.collect { case s"$name=$value" => name -> value }.toMap
    def of(name: String): Option[String] = named.get(name)
    val defaults                         = Rig.Settings()
    val names                            = arguments.filterNot(_.contains('='))
    val scenarios                        = names.map: name =>
      Scenario.values.find(_.flag == name).getOrElse(throw IllegalArgumentException(s"no scenario $name"))
    Options(
      if scenarios.isEmpty then Scenario.values.toVector else scenarios.toVector,
      of("entities").fold(16)(_.toInt),
      of("steady").fold(5)(_.toInt),
      of("nodes").fold(3)(_.toInt),
      of("folder").map(Path.of(_)),
      of("network"),
      Rig.Settings(
        of("stable-after").getOrElse(defaults.stableAfter),
        of("margin").getOrElse(defaults.margin),
        of("pause").getOrElse(defaults.pause),
        of("confirms").fold(defaults.confirms)(_.toBoolean)
      )
    )

  private def deleteAll(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
