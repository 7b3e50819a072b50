package brine.journal.appending

import brine.codec.Schema

/** An event as another journal has stored it.
  *
  * @param version
  *   version of the event in its stream
  * @param bytes
  *   the event as the codec wrote it
  */
private[journal] final case class StoredEvent(
    stream: String,
    version: Long,
    schema: Schema,
    bytes: Array[Byte],
    tags: Set[String]
):
  /** Whether an append has it in one part with the event before it. */
  def continues(before: StoredEvent): Boolean =
    version == before.version + 1 && stream == before.stream && tags == before.tags &&
      schema.fingerprint == before.schema.fingerprint

  /** Upper bound of the bytes that it adds to a unit, with all that it may define.
    *
    * @param isFirst
    *   whether it begins a part of the append
    */
  def mostBytes(isFirst: Boolean): Long =
    val own = bytes.length + AppendEncoder.MostFields + tags.size * AppendEncoder.MostOfTag
    if isFirst then
      own + AppendEncoder.mostOfName(stream) + AppendEncoder.mostOfSchema(schema.canonical) +
        tags.iterator.map(AppendEncoder.mostOfName).sum
    else own
