package brine.codec.consistency

import brine.codec.ProjectFiles

/** The codecs that need no import, found in the sources: each given of `Codec`'s companion, and of the traits that it
  * extends, whose type is a codec.
  */
object CodecGivens:
  private val folder = "codec/shared/src/main/scala/brine/codec/"
  private val files = List("Codec", "PrimitiveCodecs", "BoxCodecs", "TimeCodecs", "StructureCodecs", "CollectionCodecs")
  private val sources = files.map(file => ProjectFiles.read(s"$folder$file.scala"))

  // No expressions over several lines: JavaScript has none before 2018.
  private val start    = raw"(?:private\[codec\] )?(trait|object) (\w+)(?: extends ([\w, ]+))?:".r
  private val itsGiven = raw"  (?:inline )?(?:given|implicit def) (\w+)[\[:(].*".r

  private final class Part(val name: String, val parents: List[String], val givens: List[String])

  // The traits at the top of the files, and the companion.
  private val parts: List[Part] = sources
    .flatMap { source =>
      source.linesIterator.foldLeft(List.empty[(String, Part)]) { (parts, line) =>
        (line, parts) match
          case (start(kind, name, parents), _) =>
            (kind, Part(name, Option(parents).toList.flatMap(_.split(", ")), Nil)) :: parts
          case (itsGiven(name), (kind, part) :: rest) =>
            (kind, Part(part.name, part.parents, name :: part.givens)) :: rest
          case _ => parts
      }
    }
    .collect { case (kind, part) if kind == "trait" || part.name == "Codec" => part }

  def names: List[String] = namesIn("Codec").distinct.sorted

  private def namesIn(name: String): List[String] =
    val part = parts
      .find(_.name == name)
      .getOrElse(throw IllegalStateException(s"$name is in none of the files of $folder: $files"))
    part.givens ++ part.parents.flatMap(namesIn)
