package brine.dev.release

/** What was installed on this machine, and where.
  *
  * @param places
  *   which kind of repository, and its folder
  * @param artifacts
  *   group, name and version as sbt has them, and whether it is for JavaScript
  */
private[dev] final case class LocalPublication(
    places: List[(String, String)],
    artifacts: List[LocalPublication.Installed]
):
  /** Where it is, and the lines that depend on it. */
  def text: String =
    val where             = places.map((kind, folder) => f"  $kind%-5s  $folder")
    val jvm               = artifacts.filterNot(_.onJs).sortBy(_.name).map(_.sbt("%%"))
    val js                = artifacts.filter(_.onJs).sortBy(_.name).map(_.sbt("%%%"))
    val (scalaCli, maven) = artifacts.find(_.name == "brine-journal").orElse(artifacts.headOption) match
      case Some(one) =>
        val dependency = s"<groupId>${one.group}</groupId><artifactId>${one.name}_3</artifactId>"
        List(s"  //> using dep ${one.group}::${one.name}:${one.version}") ->
          List(s"  <dependency>$dependency<version>${one.version}</version></dependency>")
      case None => Nil -> Nil
    val parts = List(
      "installed in:" :: where,
      "sbt:" :: jvm,
      "sbt, in JavaScript:" :: js,
      "scala-cli:" :: scalaCli,
      "Maven:" :: maven
    )
    parts.filter(_.sizeIs > 1).map(_.mkString("\n")).mkString("\n\n")

private[dev] object LocalPublication:
  final case class Installed(group: String, name: String, version: String, onJs: Boolean):
    def sbt(operator: String): String = s"""  libraryDependencies += "$group" $operator "$name" % "$version""""

  /** Parses the list that the build writes: lines `place, kind, folder` and `artifact, group, name, version, platform`,
    * separated by tabs.
    */
  def parse(lines: List[String]): LocalPublication =
    val fields = lines.map(_.split('\t').toList)
    LocalPublication(
      fields.collect { case List("place", kind, folder) => kind -> folder },
      fields.collect { case List("artifact", group, name, version, platform) =>
        Installed(group, name, version, platform == "js")
      }
    )
