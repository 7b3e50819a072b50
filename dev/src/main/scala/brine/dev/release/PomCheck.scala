package brine.dev.release

import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.{Document, Element, NodeList}

/** Finds what Maven Central would refuse in a POM, and what users could not resolve. */
private[release] object PomCheck:
  private val required = List(
    "name",
    "description",
    "url",
    "licenses/license/name",
    "licenses/license/url",
    "developers/developer/name",
    "scm/url",
    "scm/connection",
    "properties/info.versionScheme"
  )

  /** What is wrong with the POM of an artifact, one line each.
    *
    * @param all
    *   what is published together
    */
  def problems(artifact: Artifact, all: List[Artifact]): List[String] =
    val file = artifact.file(".pom")
    read(file.toFile) match
      case Left(problem) => List(s"${file.getFileName} $problem")
      case Right(pom)    =>
        val own   = Map("groupId" -> artifact.group, "artifactId" -> artifact.name, "version" -> artifact.version)
        val wrong = own.toList.sorted.collect:
          case (name, value) if at(pom, name) != value => s"has the $name '${at(pom, name)}', not '$value'"
        val missing = required.filter(at(pom, _).isEmpty).map(path => s"has no $path")
        val foreign = List("repositories", "distributionManagement", "parent")
          .filter(child(pom, _).nonEmpty)
          .map(name => s"has $name")
        (wrong ::: missing ::: foreign ::: dependencies(pom, artifact, all)).map(problem =>
          s"${file.getFileName} $problem"
        )

  private def dependencies(pom: Element, artifact: Artifact, all: List[Artifact]): List[String] =
    val named = child(pom, "dependencies").toList.flatMap(elements(_, "dependency"))
    named.flatMap: dependency =>
      val group   = at(dependency, "groupId")
      val name    = at(dependency, "artifactId")
      val version = at(dependency, "version")
      val isOurs  = group == artifact.group
      val unknown = isOurs && !all.exists(other => other.name == name && other.version == version)
      List(
        Option.when(version.isEmpty)(s"depends on $group:$name without a version"),
        Option.when(unknown)(s"depends on $group:$name:$version, which is not published with it"),
        Option.when(!isOurs && version.endsWith("-SNAPSHOT"))(s"depends on the snapshot $group:$name:$version")
      ).flatten

  private def read(file: java.io.File): Either[String, Element] =
    try
      val factory = DocumentBuilderFactory.newInstance
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
      val builder = factory.newDocumentBuilder
      builder.setErrorHandler(null) // which would print the problem; it is thrown as well
      val document: Document = builder.parse(file)
      Right(document.getDocumentElement)
    catch case error: org.xml.sax.SAXException => Left(s"is not XML: ${error.getMessage}")

  private def at(element: Element, path: String): String =
    path
      .split('/')
      .foldLeft(Option(element))((found, name) => found.flatMap(child(_, name)))
      .fold("")(_.getTextContent.trim)

  private def child(element: Element, name: String): Option[Element] = elements(element, name).headOption

  private def elements(parent: Element, name: String): List[Element] =
    val nodes: NodeList = parent.getChildNodes
    List.tabulate(nodes.getLength)(nodes.item).collect {
      case element: Element if element.getTagName == name => element
    }
