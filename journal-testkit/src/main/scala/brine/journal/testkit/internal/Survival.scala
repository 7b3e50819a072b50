package brine.journal.testkit.internal

import java.util.SplittableRandom

/** Decides how much of the pending data survives a crash. Asked in an order that is the same in every run. */
private[testkit] trait Survival:
  /** Number of a file's pending writes that count for its length. */
  def lengthOf(file: SectorFile, pending: Int): Int

  /** Number of a file's pending writes that have reached this sector. */
  def writesTo(file: SectorFile, sector: Long, pending: Int): Int

  /** Whether a change of a folder survives, if those it depends on do. */
  def change(): Boolean

/** One of several behaviors of disks, by the seed: keeps nothing, everything, a prefix, or few, half or most of the
  * sectors.
  */
private[testkit] final class RandomSurvival(random: SplittableRandom) extends Survival:
  private val habit = random.nextInt(8)
  private val share = if habit == 5 then 0.1 else if habit == 6 then 0.9 else 0.5
  private val names = random.nextInt(4)

  // A disk that writes in order has got equally far in all sectors of a file.
  private var inOrder: Option[(SectorFile, Int)] = None

  private def beginning(file: SectorFile, pending: Int): Int =
    inOrder
      .filter(_._1 eq file)
      .map(_._2)
      .getOrElse:
        val length = random.nextInt(pending + 1)
        inOrder = Some(file -> length)
        length

  private def some(file: SectorFile, pending: Int): Int = habit match
    case 0 => 0
    case 1 => pending
    case 2 => beginning(file, pending)
    case 3 => random.nextInt(pending + 1)
    case _ => if random.nextDouble() < share then pending else 0

  def lengthOf(file: SectorFile, pending: Int): Int               = some(file, pending)
  def writesTo(file: SectorFile, sector: Long, pending: Int): Int = some(file, pending)

  def change(): Boolean = names match
    case 0 => false
    case 1 => true
    case _ => random.nextBoolean()

/** Bit `n` of `sectors` says whether the `n`-th pending sector of all files has reached the disk. */
private[testkit] final class ChosenSurvival(files: Vector[SectorFile], sectors: Long, changes: Boolean)
    extends Survival:
  private val numbers =
    files.flatMap(file => file.pendingSectors.map(file.id -> _)).zipWithIndex.toMap

  def lengthOf(file: SectorFile, pending: Int): Int = pending

  def writesTo(file: SectorFile, sector: Long, pending: Int): Int =
    if numbers.get(file.id -> sector).forall(number => (sectors >>> number & 1) == 1) then pending else 0

  def change(): Boolean = changes
