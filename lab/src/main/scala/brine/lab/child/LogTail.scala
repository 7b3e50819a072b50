package brine.lab.child

import java.nio.charset.{Charset, StandardCharsets}
import java.nio.file.{Files, Path}

/** The essence of a dead child's standard error, in one line. */
object LogTail:
  private val charset: Charset = StandardCharsets.ISO_8859_1

  private def lines(log: Path): List[String] =
    if !Files.exists(log) then Nil
    else Files.readString(log, charset).linesIterator.map(_.trim).filter(_.nonEmpty).toList

  /** The line that most likely names the cause: the last exception or error, else the last line. */
  def lastError(log: Path): String =
    val all   = lines(log)
    val named = all.filter(line => line.matches("(Caused by: )?(Exception in .* )?[\\w.$]+(Error|Exception)(: .*)?"))
    // The JVM's own refusals come before its last line.
    val said = named.lastOption
      .orElse(all.find(line => line.contains("rror") || line.startsWith("Unrecognized")))
      .orElse(all.lastOption)
      .getOrElse("no output")
    said.take(240)

  /** Warnings that the JVM itself printed. */
  def warnings(log: Path): List[String] = lines(log).filter(_.startsWith("WARNING:"))
