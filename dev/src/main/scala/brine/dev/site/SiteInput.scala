package brine.dev.site

import java.nio.file.Path

/** What the build has made for the site.
  *
  * @param pages
  *   the folder of the pages whose code mdoc has run
  * @param modules
  *   the documented modules
  * @param repository
  *   the address of the project's repository
  */
private[dev] final case class SiteInput(pages: Path, modules: List[SiteInput.Module], repository: String)

private[dev] object SiteInput:
  /** @param name
    *   the module's folder, such as `codec`
    * @param api
    *   the folder of its API documentation
    */
  final case class Module(name: String, description: String, api: Path)

  /** Parses the list that the build writes: lines `pages, folder`, `repository, address` and `api, module, description,
    * folder`, separated by tabs.
    */
  def parse(lines: List[String]): Either[String, SiteInput] =
    val fields = lines.map(_.split('\t').toList)
    (
      fields.collectFirst { case List("pages", folder) => Path.of(folder) },
      fields.collectFirst { case List("repository", address) => address }
    ) match
      case (Some(pages), Some(repository)) =>
        val modules = fields.collect { case List("api", name, about, folder) => Module(name, about, Path.of(folder)) }
        Right(SiteInput(pages, modules, repository))
      case _ => Left("the build's list names no pages or no repository")
