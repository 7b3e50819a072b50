import sbt._

/** The modules of Apache Pekko that brine-pekko is compiled against. Users bring the version that their program has. */
object PekkoModules {
  val provided: Seq[ModuleID] = Seq("cluster-sharding-typed", "persistence-typed", "persistence-query").map(module =>
    "org.apache.pekko" %% s"pekko-$module" % Versions.pekkoCluster % Provided
  )
}
