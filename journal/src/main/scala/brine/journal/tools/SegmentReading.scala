package brine.journal.tools

import brine.codec.Schema
import brine.journal.format.{Entry, EntryReader, SegmentDictionary, UnitScanner}

/** Reads the events of units one by one, with what they refer to. Holds the current event in its fields. Owned by one
  * thread.
  */
private[tools] final class SegmentReading:
  val definitions: Definitions = Definitions()
  private val entry            = EntryReader()

  /** The current event; its stream is in [[stream]]. */
  def event: EntryReader = entry

  def stream: SegmentDictionary.Stream = definitions.dictionary.streams(entry.stream)
  def version: Long                    = stream.version
  def schema: Schema                   = definitions.dictionary.schemas(entry.schema)
  def tags: Vector[String] = (0 until entry.tagCount).map(i => definitions.dictionary.tags(entry.tags(i))).toVector

  /** Notes that units were skipped before the next one. */
  def skip(): Unit = definitions.skip()

  /** Reads a unit.
    *
    * @param good
    *   called at each event whose references are known
    * @param bad
    *   called at each other event, with the reason
    * @throws EntryReader.Malformed
    *   if a definition is malformed
    */
  def read(unit: UnitScanner)(good: () => Unit)(bad: String => Unit): Unit =
    entry.reset(unit)
    while entry.next() do
      if entry.kind != Entry.Event then definitions.define(entry)
      else
        val problem = definitions.event(entry)
        if problem.isEmpty then good() else bad(problem)
