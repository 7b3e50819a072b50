package brine.codec

/** Schemas that data may have been written with, found by their fingerprints: what a reader needs for standalone messages of earlier
  * versions.
  *
  * {{{
  * given Schemas = Schemas.of(oldSchema, olderSchema)
  * Codec.decode[Reading](bytes) // also if an earlier version of the program wrote them
  * }}}
  *
  * Where none is given, messages of other versions are refused. Immutable and safe to share.
  */
final class Schemas private (byFingerprint: Map[Long, Schema]):
  /** The schema of a fingerprint. */
  def find(fingerprint: Long): Option[Schema] = byFingerprint.get(fingerprint)

  /** All of them, in no particular order. */
  def all: Iterable[Schema] = byFingerprint.values

  /** These and those. */
  def ++(that: Schemas): Schemas = Schemas.of((all ++ that.all).toSeq*)

object Schemas:
  /** No schema: the one that is used where no other is given. */
  given none: Schemas = new Schemas(Map.empty)

  def of(schemas: Schema*): Schemas = new Schemas(schemas.map(schema => schema.fingerprint -> schema).toMap)
