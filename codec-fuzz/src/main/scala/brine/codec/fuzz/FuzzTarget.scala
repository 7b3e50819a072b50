package brine.codec.fuzz

/** A way in which untrusted bytes enter a program.
  *
  * Implementations are used by one thread at a time.
  */
trait FuzzTarget:
  /** Name of the target on the command line. */
  def name: String

  /** What the target reads, in one line. */
  def about: String

  /** Inputs the fuzzer starts from. */
  def seeds: Seq[Array[Byte]]

  /** Passes an input to the readers.
    *
    * @throws Finding
    *   if a reader broke a promise
    */
  def run(input: Array[Byte]): Unit

object FuzzTarget:
  /** All targets. */
  lazy val all: Vector[FuzzTarget] =
    Vector(
      RichTarget,
      TypesTarget,
      SchemaTarget,
      EvolvedTarget,
      ContainerTarget,
      TaggedTarget,
      StructuredTarget,
      CostTarget
    )

  /** The target with this name, of [[all]] or [[EveryTarget]]. */
  def find(name: String): Option[FuzzTarget] = (all :+ EveryTarget).find(_.name == name)
