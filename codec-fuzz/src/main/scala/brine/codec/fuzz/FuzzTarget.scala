package brine.codec.fuzz

/** A way for bytes to come in from anyone.
  *
  * Implementations are used by one thread at a time.
  */
trait FuzzTarget:
  /** What it is called on the command line. */
  def name: String

  /** What it reads, in a line. */
  def about: String

  /** Inputs to start from. */
  def seeds: Seq[Array[Byte]]

  /** Gives an input to the readers.
    *
    * @throws Finding
    *   if one of them did what it must not do
    */
  def run(input: Array[Byte]): Unit

object FuzzTarget:
  /** All of them. */
  lazy val all: Vector[FuzzTarget] =
    Vector(RichTarget, TypesTarget, SchemaTarget, EvolvedTarget, SegmentTarget, TaggedTarget, StructuredTarget)

  /** The target of a name. */
  def find(name: String): Option[FuzzTarget] = all.find(_.name == name)
