package brine.entity.projection

import brine.codec.{Codec, Schemas}
import brine.entity.internal.PlainName
import brine.journal.{Offset, Query, ReadAs, Stored}
import java.util.Objects

/** What a projection reads, and the name under which it keeps its place.
  *
  * {{{
  * val titles  = Projection[SiteEvent]("titles", version = 2)(Query.category("site"))
  * val running = SqlProjection.start(log, titles, () => database.getConnection): (transaction, records) =>
  *   records.foreach(record => store(transaction, record))
  * running.at(receipt.offset, within = 2.seconds)(connection => titleOf(connection, "42")) // read your writes
  * }}}
  *
  * A projection gets the records of a query in the order of the log, each once. It keeps its position with what it
  * makes of them: in the same transaction ([[SqlProjection]]), or in the same saved state ([[FoldProjection]]).
  *
  * '''Versions.''' Raise the version when the projection does something else with a record, or selects others. The new
  * version starts at the first record, with a position of its own, beside the old one. Give each version tables of its
  * own. Nothing notices a query that was changed under the same version: what is before the position is not read again.
  *
  * '''Keys.''' If a record fails again and again, it is set aside, and so are later records of the same key, in order.
  * Those of other keys continue. The key of a record is the name of its stream, unless [[withKey]] says another.
  *
  * Immutable.
  *
  * @param name
  *   names the projection in its database, in messages and in threads; see [[Projection.apply]]
  * @param version
  *   from 1
  * @param query
  *   selects the records
  */
final class Projection[E] private (
    val name: String,
    val version: Int,
    val query: Query,
    private[projection] val key: (String, Set[String]) => String,
    private[projection] val begin: Offset,
    private[projection] val fingerprint: Long
)(using private[projection] val reads: ReadAs[E]):

  /** Returns the projection with another key of records.
    *
    * @param key
    *   gives a record's key by the name of its stream and its tags. It must be pure: always give the same for a record.
    *   Raise the version if it gives something else from now on, because slices would skip records, or apply them
    *   twice. If it throws or gives null, the projection ends with [[ProjectionError.Broken]]
    */
  def withKey(key: (String, Set[String]) => String): Projection[E] =
    new Projection(name, version, query, Objects.requireNonNull(key, "key"), begin, fingerprint)

  /** Returns a projection that begins with the first record that is kept. Without it, the projection ends with
    * [[brine.journal.ReadError.Gone]] if retention has deleted the first records of the log: what it makes of the rest
    * would be something else than what it makes of all.
    */
  def fromFirstKept: Projection[E] = new Projection(name, version, query, key, Offset.Begin, fingerprint)

  override def toString: String = s"the projection '$name', version $version"

object Projection:
  /** The most characters of a name. */
  final val LongestName = PlainName.Longest

  /** A projection of the records of a query.
    *
    * @param name
    *   1 to [[LongestName]] characters of: a to z, 0 to 9, `-`, `_` and `.`. Capital letters are not allowed, because
    *   some databases take them for small ones
    * @param version
    *   from 1
    * @throws IllegalArgumentException
    *   if name or version is not valid; the message says why
    */
  def apply[E](name: String, version: Int = 1)(
      query: Query
  )(using codec: Codec[E])(using Schemas): Projection[E] =
    of(name, version, query, codec.fingerprint)(using ReadAs.decoded[E])

  /** A projection of records of any type, which are not decoded. Also gets the deletions of streams.
    *
    * @throws IllegalArgumentException
    *   as [[apply]] does
    */
  def ofStored(name: String, version: Int = 1)(query: Query): Projection[Stored] = of(name, version, query, 0)

  private def of[E](name: String, version: Int, query: Query, fingerprint: Long)(using ReadAs[E]): Projection[E] =
    requireName(name)
    require(version >= 1, s"the version of the projection '$name' is $version: it must be 1 or more")
    Objects.requireNonNull(query, "query"): Unit
    new Projection(name, version, query, (stream, _) => stream, Offset(1), fingerprint)

  private[projection] def requireName(name: String): Unit = PlainName.require("a projection", name)
