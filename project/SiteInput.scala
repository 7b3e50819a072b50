import mdoc.MdocPlugin.autoImport._
import sbt._
import sbt.Keys._

/** What `./brine docs` makes its site of: the pages whose code mdoc has run, and API documentation. */
object SiteInput {
  val compilePages = taskKey[Unit]("Compiles and runs the code of all pages.")
  val siteInput    = taskKey[Unit]("Runs the pages, documents the published modules, and lists where the results are.")

  /** The projects with API documentation, by the names of their folders. */
  private val documented = Seq(
    "codec"           -> "codecJVM",
    "codec-zstd"      -> "codecZstd",
    "codec-testkit"   -> "codecTestkitJVM",
    "actor"           -> "actor",
    "actor-testkit"   -> "actorTestkit",
    "journal"         -> "journal",
    "journal-testkit" -> "journalTestkit",
    "store-jdbc"      -> "storeJdbc",
    "entity"          -> "entity",
    "entity-testkit"  -> "entityTestkit",
    "pekko"           -> "pekko"
  )

  private val scope = ScopeFilter(inProjects(documented.map { case (_, id) => LocalProject(id) }: _*))

  private lazy val api = Def.task(Seq("api", thisProject.value.id, description.value, (Compile / doc).value.toString))

  lazy val ofBuild: Seq[Setting[_]] = Seq(
    ThisBuild / siteInput := {
      (LocalProject("docs") / compilePages).value
      val names = documented.map(_.swap).toMap
      val apis  = api.all(scope).value.map {
        case kind +: id +: rest => kind +: names(id) +: rest
        case other              => other
      }
      val lines = Seq("pages", (LocalProject("docs") / mdocOut).value.toString) +:
        Seq("repository", Publishing.page) +: apis.sortBy(line => documented.indexWhere(_._1 == line(1)))
      val file = (LocalRootProject / baseDirectory).value / "target" / "site-input.tsv"
      IO.writeLines(file, lines.map(_.mkString("\t")))
    }
  )
}
