package brine.dev.site

import java.nio.file.{Files, Path, StandardCopyOption}
import scala.jdk.CollectionConverters.*

/** Writes what MkDocs reads: pages, API documentation, configuration. */
private[dev] object SiteSources:
  /** @param folder
    *   an empty folder, which gets `docs` and `mkdocs.yml`
    * @param out
    *   the folder of the site to be
    * @return
    *   the links that lead to nothing, as `page: link`; none if all is well
    */
  def write(home: Path, input: SiteInput, folder: Path, out: Path): List[String] =
    val docs  = folder.resolve("docs")
    val paths = SitePages.of(home)
    val texts = paths.map(path => path -> read(home, input, path)).toMap
    val text  = SiteText(paths.toSet + ApiPage, isFolder(home, _), input.repository)
    val dead  = paths.flatMap: path =>
      val (rewritten, dead) = text.rewrite(path, texts(path))
      put(docs.resolve(path), rewritten)
      dead.map(link => s"$path: $link")
    put(docs.resolve("assets/brine.css"), Files.readString(home.resolve("docs/site/brine.css")))
    put(docs.resolve(ApiPage), apiPage(input.modules))
    for module <- input.modules do copy(module.api, docs.resolve("api").resolve(module.name))
    val titles     = paths.map(path => path -> SitePages.title(path, texts(path))).toMap
    val navigation = SiteNavigation.of(texts.getOrElse("docs/README.md", ""), titles)
    val base       = Files.readString(home.resolve("docs/site/mkdocs.yml"))
    put(folder.resolve("mkdocs.yml"), base + configuration(navigation, input, docs, out))
    dead

  /** The page that lists the API documentation of all modules. */
  val ApiPage: String = "api/README.md"

  private def apiPage(modules: List[SiteInput.Module]): String =
    val rows = modules.map(module => s"| [${module.name}](${module.name}/index.html) | ${module.description} |")
    s"# API\n\nThe documentation of every public type, by module.\n\n| Module | Content |\n|---|---|\n" +
      rows.mkString("", "\n", "\n")

  /** What is added to `docs/site/mkdocs.yml`. Every object of JSON is one of YAML. */
  private[site] def configuration(sections: List[SiteSection], input: SiteInput, docs: Path, out: Path): String =
    val navigation = sections.map: section =>
      ujson.Obj(section.title -> ujson.Arr.from(section.pages.map((title, path) => ujson.Obj(title -> path))))
    val all     = navigation :+ ujson.Obj("API" -> ApiPage)
    val entries = List(
      "docs_dir" -> ujson.Str(docs.toString),
      "site_dir" -> ujson.Str(out.toString),
      "repo_url" -> ujson.Str(input.repository),
      "nav"      -> ujson.Arr.from(all)
    )
    entries.map((name, value) => s"$name: ${ujson.write(value)}\n").mkString

  // As mdoc has written it, if mdoc reads it.
  private def read(home: Path, input: SiteInput, path: String): String =
    val compiled = input.pages.resolve(path)
    Files.readString(if Files.isRegularFile(compiled) then compiled else home.resolve(path))

  private def isFolder(home: Path, path: String): Option[Boolean] =
    val target = home.resolve(path)
    Option.when(Files.exists(target))(Files.isDirectory(target))

  private def put(file: Path, text: String): Unit =
    Files.createDirectories(file.getParent)
    Files.writeString(file, text): Unit

  private def copy(from: Path, to: Path): Unit =
    val walk = Files.walk(from)
    try
      for file <- walk.iterator.asScala if Files.isRegularFile(file) do
        val target = to.resolve(from.relativize(file).toString)
        Files.createDirectories(target.getParent)
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING): Unit
    finally walk.close()
