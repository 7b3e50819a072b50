package brine.actor.model

/** One word of a model's shared memory. It holds a number from 0 to 127.
  *
  * @param name
  *   name of the word in a printed state
  */
final class Word private[model] (val name: String, private[model] val index: Int)

/** Defines the words of a model and their initial values. Used by one thread, before the exploration. */
final class Layout:
  private val names    = scala.collection.mutable.ArrayBuffer.empty[String]
  private val initials = scala.collection.mutable.ArrayBuffer.empty[Byte]

  def word(name: String, initial: Int = 0): Word =
    require(initial >= 0 && initial <= Byte.MaxValue, s"$name = $initial does not fit a word")
    names += name
    initials += initial.toByte
    Word(name, names.size - 1)

  /** Words numbered from 0. */
  def words(name: String, count: Int, initial: Int = 0): IndexedSeq[Word] =
    Vector.tabulate(count)(number => word(s"$name($number)", initial))

  private[model] def memory: Memory = Memory(initials.toArray)

  /** The words of a state that are not zero. */
  def show(memory: Memory): String =
    names.indices.collect { case i if memory.bytes(i) != 0 => s"${names(i)}=${memory.bytes(i)}" }.mkString(" ")

/** The shared memory of a model in one state. Every operation is one atomic step of a sequentially consistent machine.
  */
final class Memory private[model] (private[model] val bytes: Array[Byte]):
  def apply(word: Word): Int = bytes(word.index).toInt

  def update(word: Word, value: Int): Unit = bytes(word.index) = value.toByte

  def add(word: Word, difference: Int): Unit = this(word) = this(word) + difference

  def exchange(word: Word, value: Int): Int =
    val previous = this(word)
    this(word) = value
    previous

  def compareAndSet(word: Word, expected: Int, value: Int): Boolean =
    val equal = this(word) == expected
    if equal then this(word) = value
    equal

  private[model] def copy: Memory = Memory(bytes.clone)
