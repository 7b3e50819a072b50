package brine.examples.site.views

import brine.examples.site.model.{SiteChange, SiteEvent, SiteType}
import brine.examples.site.model.SiteEvent.*
import brine.journal.Record
import java.sql.{Connection, PreparedStatement, ResultSet}
import java.util.{Locale, UUID}
import scala.collection.mutable
import scala.util.Using

/** A site in the list.
  *
  * @param pages
  *   number of pages
  * @param version
  *   number of its events
  * @param last
  *   offset of its last event
  */
final case class ListedSite(
    id: UUID,
    name: String,
    description: String,
    siteType: SiteType,
    isPublished: Boolean,
    pages: Int,
    version: Long,
    last: Long
):
  /** The row after one more event. */
  def after(record: Record[SiteChange]): ListedSite =
    val next = record.value.event match
      case SiteCreated(_, _, of)    => copy(siteType = of)
      case SiteNameSet(text)        => copy(name = text)
      case SiteDescriptionSet(text) => copy(description = text)
      case SitePublished()          => copy(isPublished = true)
      case SiteUnpublished()        => copy(isPublished = false)
      case _: PageAdded             => copy(pages = pages + 1)
      // An imported history may remove a page that is not there.
      case _: PageRemoved => copy(pages = math.max(0, pages - 1))
      case _: SiteEvent   => this
    next.copy(version = record.version, last = record.offset.sequence)

/** The list of sites with search: a row a site. */
object SiteList extends ViewDefinition:
  def name: String = "sites"

  def tables(version: Int): Vector[String] = Vector(table(version))

  private def table(version: Int) = s"site_list_$version"

  def create(connection: Connection, version: Int): Unit =
    ViewDefinition.execute(
      connection,
      s"""create table if not exists ${table(version)} (
         |  id varchar(36) primary key, name text not null, description text not null, site_type varchar(20) not null,
         |  published integer not null, pages integer not null, version bigint not null, last_offset bigint not null,
         |  words text not null)""".stripMargin
    )
    // Pages of the list are read by it.
    ViewDefinition.execute(
      connection,
      s"create index if not exists ${table(version)}_last on ${table(version)} (last_offset)"
    )

  def apply(connection: Connection, version: Int, records: Vector[Record[SiteChange]]): Unit =
    val rows = mutable.LinkedHashMap.empty[UUID, ListedSite]
    for record <- records do
      val id  = UUID.fromString(record.stream.drop(record.stream.indexOf('-') + 1))
      val row = rows.getOrElseUpdate(id, find(connection, version, id).getOrElse(blank(id)))
      rows(id) = row.after(record)
    store(connection, version, rows.values)

  private def blank(id: UUID) = ListedSite(id, "", "", SiteType.Unknown, false, 0, 0, 0)

  private def find(connection: Connection, version: Int, id: UUID): Option[ListedSite] =
    Using.resource(connection.prepareStatement(s"select * from ${table(version)} where id = ?")): statement =>
      statement.setString(1, id.toString)
      read(statement).headOption

  private def store(connection: Connection, version: Int, rows: Iterable[ListedSite]): Unit =
    val sql = s"""insert into ${table(version)} values (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 |on conflict (id) do update set name = excluded.name, description = excluded.description,
                 |  site_type = excluded.site_type, published = excluded.published, pages = excluded.pages,
                 |  version = excluded.version, last_offset = excluded.last_offset, words = excluded.words
                 |""".stripMargin
    Using.resource(connection.prepareStatement(sql)): statement =>
      for row <- rows do
        statement.setString(1, row.id.toString)
        statement.setString(2, stored(row.name))
        statement.setString(3, stored(row.description))
        statement.setString(4, row.siteType.toString)
        statement.setInt(5, if row.isPublished then 1 else 0)
        statement.setInt(6, row.pages)
        statement.setLong(7, row.version)
        statement.setLong(8, row.last)
        statement.setString(9, small(s"${row.name} ${row.description}"))
        statement.addBatch()
      statement.executeBatch(): Unit

  /** The sites that have all words of the search, those that changed last first.
    *
    * @param before
    *   leaves out those that changed at this offset or later: the last offset of the page before
    */
  def search(connection: Connection, version: Int, text: String, before: Long, most: Int): Vector[ListedSite] =
    val words = small(text).split("\\s+").filter(_.nonEmpty).take(10)
    val where = words.map(_ => " and words like ? escape '!'").mkString
    val sql   =
      s"select * from ${table(version)} where last_offset < ?$where order by last_offset desc limit ?"
    Using.resource(connection.prepareStatement(sql)): statement =>
      statement.setLong(1, before)
      for (word, at) <- words.zipWithIndex do statement.setString(at + 2, s"%${word.replaceAll("[!%_]", "!$0")}%")
      statement.setInt(words.length + 2, most)
      read(statement)

  // In the database, `lower` does not know all letters.
  private def small(text: String): String = stored(text).toLowerCase(Locale.ROOT)

  // Imported texts may have the character of the code 0, which PostgreSQL refuses.
  private def stored(text: String): String = text.replace('\u0000', '\ufffd')

  private def read(statement: PreparedStatement): Vector[ListedSite] =
    Using.resource(statement.executeQuery()): rows =>
      Iterator.continually(rows).takeWhile(_.next()).map(site).toVector

  private def site(row: ResultSet): ListedSite = ListedSite(
    UUID.fromString(row.getString("id")),
    row.getString("name"),
    row.getString("description"),
    SiteType.valueOf(row.getString("site_type")),
    row.getInt("published") != 0,
    row.getInt("pages"),
    row.getLong("version"),
    row.getLong("last_offset")
  )
