package brine.codec

import brine.codec.internal.lock.{LockReader, LockWriter}

/** Schemas that data may have been written with, found by their fingerprints: what a reader needs for standalone messages of earlier
  * versions.
  *
  * {{{
  * given Schemas = Schemas.fromResource("/brine.schemas").fold(throw _, identity) // on the JVM
  * Codec.decode[Reading](bytes)                                                   // also if an earlier version wrote them
  * }}}
  *
  * They come from a lock file, which has every version of every type that a program stores or sends, as readable text; or one by one,
  * by [[Schemas.of]]. Where none is given, messages of other versions are refused. Immutable and safe to share.
  *
  * @param types
  *   the types with a history, in the order of the file
  * @param notes
  *   the comments at the start of the file, a line each
  */
final class Schemas private (
    val types: Vector[Schemas.History],
    val notes: Vector[String],
    private val unnamed: Map[Long, Schema]
):
  private val byFingerprint: Map[Long, Schema] =
    unnamed ++ types.iterator.flatMap(_.versions).map(version => version.schema.fingerprint -> version.schema)

  /** The schema of a fingerprint. */
  def find(fingerprint: Long): Option[Schema] = byFingerprint.get(fingerprint)

  /** All of them, in no particular order. */
  def all: Iterable[Schema] = byFingerprint.values

  /** The versions of a type. */
  def history(name: String): Option[Schemas.History] = types.find(_.name == name)

  /** These and those. Where both have versions of a type, those that only `that` has come after the others. */
  def ++(that: Schemas): Schemas =
    val named = that.types.foldLeft(this) { (sum, history) =>
      history.versions
        .filterNot(version => sum.history(history.name).exists(_.versions.exists(_.schema == version.schema)))
        .foldLeft(sum)((sum, version) => sum.add(history.name, version.schema, version.notes*))
    }
    new Schemas(named.types, named.notes, named.unnamed ++ that.unnamed)

  /** With a further version of a type, unless its last version is that already.
    *
    * @param notes
    *   comments, a line each
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

  /** The text of a lock file; those of [[Schemas.of]], which have no names, are not in it. */
  def render: String = LockWriter.write(types, notes)

object Schemas extends SchemaFiles:
  /** The versions of a type.
    *
    * @param name
    *   the type's
    * @param versions
    *   oldest first
    * @param notes
    *   comments of the file about the type, a line each
    */
  final case class History(name: String, versions: Vector[Version], notes: Vector[String]):
    /** The newest version; none if the type is only announced. */
    def latest: Option[Version] = versions.lastOption

    /** The type's lines in a lock file. */
    def render: String = LockWriter.history(this)

  /** A version of a type.
    *
    * @param number
    *   counted from 1
    * @param readsFrom
    *   the oldest version whose data this one is expected to read: 1 unless compatibility was given up on purpose
    * @param notes
    *   comments of the file, a line each, such as the date
    */
  final case class Version(number: Int, schema: Schema, readsFrom: Int, notes: Vector[String]):
    /** The version's lines in a lock file. */
    def render: String = LockWriter.version(this)

  /** No schema: the one that is used where no other is given. */
  given none: Schemas = new Schemas(Vector.empty, Vector.empty, Map.empty)

  /** Schemas without a history. */
  def of(schemas: Schema*): Schemas =
    new Schemas(Vector.empty, Vector.empty, schemas.map(schema => schema.fingerprint -> schema).toMap)

  /** Reads the text of a lock file. Each schema must have the fingerprint that the text gives for it. The format is in
    * `docs/spec/schemas-format.md`.
    */
  def parse(text: String): Either[SchemasError, Schemas] =
    LockReader.read(text).map((types, notes) => new Schemas(types, notes, Map.empty))
