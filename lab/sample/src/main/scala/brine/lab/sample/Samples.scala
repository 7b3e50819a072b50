package brine.lab.sample

import java.nio.file.{Files, Path}
import java.time.Instant

/** The values that `./brine lab custom` measures. */
object Samples:
  /** Property with the folder of the source that names a file of samples. */
  val folderProperty = "brine.lab.custom.folder"

  /** Reads the records of a file.
    *
    * @param file
    *   a JSON document or JSON lines, relative to the folder of the source
    * @throws BadJson
    *   if a record does not fit the type
    */
  def read[A](file: String)(using form: JsonForm[A]): Seq[A] =
    val path = Path.of(System.getProperty(folderProperty, ".")).resolve(file)
    val all  = Vector.newBuilder[A]
    val in   = JsonReader.utf8(Files.newInputStream(path))
    try in.foreach(json => all += form.read(json)): Unit
    finally in.close()
    all.result()

  /** Whether all instants inside the values are whole milliseconds, so that a codec may write them as such. */
  def areMillis(values: Seq[Any]): Boolean = values.forall(isMillis)

  private def isMillis(value: Any): Boolean = value match
    case time: Instant        => time.getNano % 1_000_000 == 0
    case all: Iterable[?]     => all.forall(isMillis)
    case product: Product     => product.productIterator.forall(isMillis)
    case array: Array[AnyRef] => array.forall(isMillis)
    case _                    => true
