package brine.lab.model.records

/** The value of one case of `records`: what is written and read as one message. */
sealed abstract class RecordsData {
  def value: AnyRef
}

final case class OneMesh(value: Mesh)           extends RecordsData
final case class OneAccessLog(value: AccessLog) extends RecordsData
final case class SomeUpdates(value: Updates)    extends RecordsData
final case class SomeSaves(value: Saves)        extends RecordsData

/** Four data sets with the shapes of the Rust serialization benchmark (D. Koloski, since 2021), of our own generation:
  * each has some 40 to 100 kB in a compact format.
  */
object RecordsData {

  /** What the generator draws from; the data never change. */
  val Seed: Long = 20210517L

  /** The names of the cases. */
  val names: Vector[String] = Vector("records-mesh", "records-log", "records-updates", "records-saves")

  /** Creates the value of a case; each call creates a new, equal one.
    *
    * @throws IllegalArgumentException
    *   if there is no such case
    */
  def of(name: String): RecordsData = of(name, Seed)

  /** A value of the same shape from another seed. */
  def of(name: String, seed: Long): RecordsData = {
    val generator = new RecordsGenerator(seed)
    name match {
      case "records-mesh"    => OneMesh(generator.mesh)
      case "records-log"     => OneAccessLog(generator.accessLog)
      case "records-updates" => SomeUpdates(generator.updates)
      case "records-saves"   => SomeSaves(generator.saves)
      case _                 =>
        throw new IllegalArgumentException("there is no case " + name + " of records; it has " + names.mkString(", "))
    }
  }
}
