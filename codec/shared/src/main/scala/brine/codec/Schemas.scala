package brine.codec

import brine.codec.internal.concurrent.Once
import brine.codec.internal.lock.{LockReader, LockWriter}

/** The schemas that stored or received data may have been written with, by fingerprint. A reader needs them to decode
  * standalone messages of earlier versions.
  *
  * {{{
  * given Schemas = Schemas.fromResource("/brine.schemas").fold(throw _, identity) // on the JVM
  * Codec.decode[Reading](bytes) // also if an earlier version wrote them
  * }}}
  *
  * They come from a lock file, or one by one from [[Schemas.of]]. A lock file is readable text and lists every version
  * of every type that a program stores or sends. Without a given `Schemas`, messages of other versions are refused.
  *
  * A type is read from data of its own history only: the one that has the type's present version. If none has, or if a
  * schema comes from [[Schemas.of]], the outermost records and sums of both must have the same names; [[was]] gives
  * former ones. Immutable and safe to share.
  *
  * @param types
  *   the types with a history, in the order of the file
  * @param notes
  *   the comments at the start of the file, one per line
  */
final class Schemas private (
    val types: Vector[Schemas.History],
    val notes: Vector[String],
    private val unnamed: Map[Long, Schema]
):
  private val byFingerprint = Once {
    unnamed ++ types.iterator.flatMap(_.versions).map(version => version.schema.fingerprint -> version.schema)
  }

  /** The schema with this fingerprint. */
  def find(fingerprint: Long): Option[Schema] = byFingerprint().get(fingerprint)

  private val typesByFingerprint: Map[Long, Vector[String]] =
    types.flatMap(history => history.versions.map(_.schema.fingerprint -> history.name)).distinct.groupMap(_._1)(_._2)

  /** The names of the types that have a version with this fingerprint. */
  private[codec] def typesWith(fingerprint: Long): Vector[String] =
    typesByFingerprint.getOrElse(fingerprint, Vector.empty)

  /** All schemas, in no particular order. */
  def all: Iterable[Schema] = byFingerprint().values

  /** The versions of the type with this name. */
  def history(name: String): Option[Schemas.History] = byName().get(name)

  // Names are distinct in a lock file.
  private val byName = Once(types.reverseIterator.map(history => history.name -> history).toMap)

  /** Combines both. If both have versions of a type, versions that only `that` has follow the others. */
  def ++(that: Schemas): Schemas =
    val named = that.types.foldLeft(this) { (sum, history) =>
      history.versions
        .filterNot(version => sum.history(history.name).exists(_.versions.exists(_.schema == version.schema)))
        .foldLeft(sum)((sum, version) => sum.add(history.name, version.schema, version.notes*))
    }
    new Schemas(named.types, named.notes, named.unnamed ++ that.unnamed)

  /** Adds a version of a type, unless it equals the type's last version.
    *
    * @param name
    *   name of the type
    * @param schema
    *   schema of the new version
    * @param notes
    *   comments on the version, one per line
    */
  def add(name: String, schema: Schema, notes: String*): Schemas =
    val known = history(name).getOrElse(Schemas.History(name, Vector.empty, Vector.empty))
    if known.latest.exists(_.schema == schema) then this
    else
      val from = known.latest.fold(1)(_.readsFrom)
      val more =
        known.copy(versions = known.versions :+ Schemas.Version(known.versions.size + 1, schema, from, notes.toVector))
      val place = types.indexWhere(_.name == name)
      new Schemas(if place < 0 then types :+ more else types.updated(place, more), this.notes, unnamed)

  /** The text of a lock file. Schemas from [[Schemas.of]] have no type name and are not included. */
  def render: String = LockWriter.write(types, notes)

object Schemas extends SchemaFiles:
  /** The versions of a type.
    *
    * @param name
    *   name of the type
    * @param versions
    *   versions of the type, oldest first
    * @param notes
    *   comments of the file about the type, one per line
    */
  final case class History(name: String, versions: Vector[Version], notes: Vector[String]):
    /** The newest version; `None` if the file names the type without a version. */
    def latest: Option[Version] = versions.lastOption

    /** The type's lines in a lock file. */
    def render: String = LockWriter.history(this)

  /** A version of a type.
    *
    * @param number
    *   number of the version, starting at 1
    * @param schema
    *   schema of the version
    * @param readsFrom
    *   oldest version whose data this one is expected to read: 1 unless compatibility was given up on purpose
    * @param notes
    *   comments of the file about the version, one per line, such as its date
    */
  final case class Version(number: Int, schema: Schema, readsFrom: Int, notes: Vector[String]):
    /** The version's lines in a lock file. */
    def render: String = LockWriter.version(this)

  /** No schemas: used where no other `Schemas` is given. */
  implicit val none: Schemas = new Schemas(Vector.empty, Vector.empty, Map.empty)

  /** Schemas without histories: each is of the type whose record or sum has the same name, see [[Schemas]]. */
  def of(schemas: Schema*): Schemas =
    new Schemas(Vector.empty, Vector.empty, schemas.map(schema => schema.fingerprint -> schema).toMap)

  /** Parses the text of a lock file. The fingerprint given for each schema must match. `docs/spec/schemas-format.md`
    * specifies the format.
    */
  def parse(text: String): Either[SchemasError, Schemas] =
    LockReader.read(text).map((types, notes) => new Schemas(types, notes, Map.empty))
