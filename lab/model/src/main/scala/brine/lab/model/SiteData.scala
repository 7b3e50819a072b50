package brine.lab.model

import java.io.{IOException, StringReader}
import java.nio.charset.{CharacterCodingException, StandardCharsets}
import java.nio.file.{Files, NoSuchFileException, Path}

import com.google.gson.{JsonElement, JsonParseException, JsonParser, Strictness}
import com.google.gson.stream.{JsonReader, JsonToken}

/** Reads sites and events in the JSON shape of the published study: `site_1k.json` to `site_64k.json` hold one site
  * each, `events_1k.jsonl` to `events_64k.jsonl` one event with its envelope a line. Instants are epoch milliseconds,
  * enums names, a sum type has the name of its case as `type`, an absent position is `null`. Fields may come in any
  * order; one that is missing, of another type or not known is an error.
  *
  * Every method throws [[IllegalArgumentException]] with one line that names the file, the line or path in it, and what
  * was expected there.
  */
object SiteData {

  def site(folder: Path, size: String): Site = {
    val file = folder.resolve("site_" + size + ".json")
    site(new JsonAt(parse(read(file), file.toString), file.toString))
  }

  def events(folder: Path, size: String): Vector[SiteEventData] = {
    val file   = folder.resolve("events_" + size + ".jsonl")
    val lines  = read(file).split("\n", -1).zipWithIndex.filter(_._1.trim.nonEmpty)
    val result = lines.map { case (line, index) =>
      val where = s"$file, line ${index + 1}"
      event(new JsonAt(parse(line, where), where))
    }
    if (result.isEmpty) throw new IllegalArgumentException(s"$file: expected one event a line, found none")
    result.toVector
  }

  /** Reads all ten files, to find out before a run whether the folder will do. */
  def check(folder: Path): Unit = SiteGenerator.Sizes.foreach { size =>
    site(folder, size)
    events(folder, size)
  }

  // -- files -----------------------------------------------------------------------------------

  private def read(file: Path): String =
    try StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(file))).toString
    catch {
      case _: NoSuchFileException =>
        throw new IllegalArgumentException(
          s"$file: no such file; a folder of site data has site_N.json and events_N.jsonl for N = " +
            SiteGenerator.Sizes.mkString(", ")
        )
      case _: CharacterCodingException => throw new IllegalArgumentException(s"$file: expected text in UTF-8")
      case e: IOException              => throw new IllegalArgumentException(s"$file: cannot be read: ${e.getMessage}")
    }

  private def parse(text: String, where: String): JsonElement =
    try {
      val reader = new JsonReader(new StringReader(text))
      reader.setStrictness(Strictness.STRICT)
      val element = JsonParser.parseReader(reader)
      if (reader.peek() != JsonToken.END_DOCUMENT) throw new JsonParseException("text after the end of the value")
      element
    } catch {
      // Gson's second line is an address to read more at
      case e @ (_: JsonParseException | _: IOException) =>
        throw new IllegalArgumentException(where + ": expected JSON: " + e.getMessage.split("\n")(0), e)
    }

  // -- types -----------------------------------------------------------------------------------

  private def site(json: JsonAt): Site = {
    json.fields(
      "id",
      "ownerId",
      "revision",
      "siteType",
      "flags",
      "name",
      "description",
      "domains",
      "defaultMetaTags",
      "pages",
      "entryPoints",
      "published",
      "dateCreated",
      "dateUpdated"
    )
    Site(
      json("id").uuid,
      json("ownerId").uuid,
      json("revision").long,
      json("siteType").constant(SiteType.values),
      json("flags").list(_.constant(SiteFlag.values)),
      json("name").string,
      json("description").string,
      json("domains").list { domain =>
        domain.fields("name", "primary")
        Domain(domain("name").string, domain("primary").boolean)
      },
      json("defaultMetaTags").list(metaTag),
      json("pages").list(page),
      json("entryPoints").list(entryPoint),
      json("published").boolean,
      json("dateCreated").instant,
      json("dateUpdated").instant
    )
  }

  private def metaTag(json: JsonAt): MetaTag = {
    json.fields("name", "value")
    MetaTag(json("name").string, json("value").string)
  }

  private def page(json: JsonAt): Page = {
    json.fields("name", "path", "metaTags", "components")
    Page(
      json("name").string,
      json("path").string,
      json("metaTags").list(metaTag),
      json("components").list(component)
    )
  }

  private def component(json: JsonAt): PageComponent = {
    json.fields("id", "componentType", "data", "position", "dateCreated", "dateUpdated")
    PageComponent(
      json("id").uuid,
      json("componentType").constant(PageComponentType.values),
      componentData(json("data")),
      json("position").optional(position),
      json("dateCreated").instant,
      json("dateUpdated").instant
    )
  }

  private def position(json: JsonAt): PageComponentPosition = {
    json.fields("x", "y")
    PageComponentPosition(json("x").int, json("y").int)
  }

  private def componentData(json: JsonAt): PageComponentData = json.oneOf(
    Seq(
      "TextComponentData"   -> Seq("text"),
      "ButtonComponentData" -> Seq("name", "text", "action"),
      "BlogComponentData"   -> Seq("name", "rss", "tags")
    )
  ) match {
    case "TextComponentData"   => TextComponentData(json("text").string)
    case "ButtonComponentData" =>
      ButtonComponentData(json("name").string, json("text").string, json("action").uuid)
    case _ => BlogComponentData(json("name").string, json("rss").boolean, json("tags").boolean)
  }

  private def entryPoint(json: JsonAt): EntryPoint = json.oneOf(
    Seq(
      "DomainEntryPoint" -> Seq("domain", "primary"),
      "FreeEntryPoint"   -> Seq("userName", "siteName", "primary")
    )
  ) match {
    case "DomainEntryPoint" => DomainEntryPoint(json("domain").string, json("primary").boolean)
    case _                  => FreeEntryPoint(json("userName").string, json("siteName").string, json("primary").boolean)
  }

  private def event(json: JsonAt): SiteEventData = {
    json.fields("id", "event", "timestamp")
    SiteEventData(json("id").uuid, siteEvent(json("event")), json("timestamp").instant)
  }

  private val eventFields: Seq[(String, Seq[String])] = Seq(
    "SiteCreated"                -> Seq("id", "ownerId", "siteType"),
    "SiteNameSet"                -> Seq("name"),
    "SiteDescriptionSet"         -> Seq("description"),
    "SiteRevisionSet"            -> Seq("revision"),
    "SitePublished"              -> Seq(),
    "SiteUnpublished"            -> Seq(),
    "SiteFlagAdded"              -> Seq("siteFlag"),
    "SiteFlagRemoved"            -> Seq("siteFlag"),
    "DomainAdded"                -> Seq("name"),
    "DomainRemoved"              -> Seq("name"),
    "PrimaryDomainSet"           -> Seq("name"),
    "DefaultMetaTagAdded"        -> Seq("name", "value"),
    "DefaultMetaTagRemoved"      -> Seq("name"),
    "PageAdded"                  -> Seq("path"),
    "PageRemoved"                -> Seq("path"),
    "PageNameSet"                -> Seq("path", "name"),
    "PageMetaTagAdded"           -> Seq("path", "name", "value"),
    "PageMetaTagRemoved"         -> Seq("path", "name"),
    "PageComponentAdded"         -> Seq("pagePath", "id", "componentType"),
    "PageComponentRemoved"       -> Seq("pagePath", "id"),
    "PageComponentPositionSet"   -> Seq("id", "position"),
    "PageComponentPositionReset" -> Seq("id"),
    "TextComponentDataSet"       -> Seq("id", "text"),
    "ButtonComponentDataSet"     -> Seq("id", "name", "text", "action"),
    "BlogComponentDataSet"       -> Seq("id", "name", "rss", "tags"),
    "DomainEntryPointAdded"      -> Seq("domain"),
    "FreeEntryPointAdded"        -> Seq("userName", "siteName"),
    "EntryPointRemoved"          -> Seq("lookupKey"),
    "PrimaryEntryPointSet"       -> Seq("lookupKey")
  )

  private def siteEvent(json: JsonAt): SiteEvent = {
    val name            = json.oneOf(eventFields)
    def id              = json("id").uuid
    def text(f: String) = json(f).string
    name match {
      case "SiteCreated"           => SiteCreated(id, json("ownerId").uuid, json("siteType").constant(SiteType.values))
      case "SiteNameSet"           => SiteNameSet(text("name"))
      case "SiteDescriptionSet"    => SiteDescriptionSet(text("description"))
      case "SiteRevisionSet"       => SiteRevisionSet(json("revision").long)
      case "SitePublished"         => SitePublished()
      case "SiteUnpublished"       => SiteUnpublished()
      case "SiteFlagAdded"         => SiteFlagAdded(json("siteFlag").constant(SiteFlag.values))
      case "SiteFlagRemoved"       => SiteFlagRemoved(json("siteFlag").constant(SiteFlag.values))
      case "DomainAdded"           => DomainAdded(text("name"))
      case "DomainRemoved"         => DomainRemoved(text("name"))
      case "PrimaryDomainSet"      => PrimaryDomainSet(text("name"))
      case "DefaultMetaTagAdded"   => DefaultMetaTagAdded(text("name"), text("value"))
      case "DefaultMetaTagRemoved" => DefaultMetaTagRemoved(text("name"))
      case "PageAdded"             => PageAdded(text("path"))
      case "PageRemoved"           => PageRemoved(text("path"))
      case "PageNameSet"           => PageNameSet(text("path"), text("name"))
      case "PageMetaTagAdded"      => PageMetaTagAdded(text("path"), text("name"), text("value"))
      case "PageMetaTagRemoved"    => PageMetaTagRemoved(text("path"), text("name"))
      case "PageComponentAdded"    =>
        PageComponentAdded(text("pagePath"), id, json("componentType").constant(PageComponentType.values))
      case "PageComponentRemoved"       => PageComponentRemoved(text("pagePath"), id)
      case "PageComponentPositionSet"   => PageComponentPositionSet(id, position(json("position")))
      case "PageComponentPositionReset" => PageComponentPositionReset(id)
      case "TextComponentDataSet"       => TextComponentDataSet(id, text("text"))
      case "ButtonComponentDataSet"     => ButtonComponentDataSet(id, text("name"), text("text"), json("action").uuid)
      case "BlogComponentDataSet"       =>
        BlogComponentDataSet(id, text("name"), json("rss").boolean, json("tags").boolean)
      case "DomainEntryPointAdded" => DomainEntryPointAdded(text("domain"))
      case "FreeEntryPointAdded"   => FreeEntryPointAdded(text("userName"), text("siteName"))
      case "EntryPointRemoved"     => EntryPointRemoved(text("lookupKey"))
      case "PrimaryEntryPointSet"  => PrimaryEntryPointSet(text("lookupKey"))
    }
  }
}
