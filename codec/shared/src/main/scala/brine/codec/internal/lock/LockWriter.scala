package brine.codec.internal.lock

import brine.codec.Schemas.{History, Version}

/** Renders the text of a lock file, which [[LockReader]] parses. */
private[codec] object LockWriter:
  def write(types: Vector[History], notes: Vector[String]): String =
    (header(notes) +: types.map(history)).mkString("\n")

  private def header(notes: Vector[String]): String =
    lines(s"${LockReader.Start} ${LockReader.Format}" +: notes.map(note("", _)))

  /** Renders one type. */
  def history(of: History): String =
    (lines(s"type ${Words.name(of.name)}" +: of.notes.map(note("", _))) +: of.versions.map(version)).mkString("\n")

  /** Renders one version. */
  def version(of: Version): String =
    val reads = if of.readsFrom == 1 then "" else s" reads from ${of.readsFrom}"
    val first = f"version ${of.number} ${of.schema.fingerprint}%016x$reads"
    lines(first +: (of.notes.map(note("  ", _)) ++ SchemaWriter(of.schema).lines.map("  " + _)))

  private def note(indent: String, text: String): String = s"$indent# $text".stripTrailing

  private def lines(all: Seq[String]): String = all.mkString("", "\n", "\n")
