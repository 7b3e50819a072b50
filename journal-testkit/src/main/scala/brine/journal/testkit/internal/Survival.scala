package brine.journal.testkit.internal

import java.util.SplittableRandom

/** How much of what was not forced a crash leaves. Asked in an order that is the same in every run. */
private[testkit] trait Survival:
  /** How many of the pending writes of a file count for its length. */
  def lengthOf(file: SectorFile, pending: Int): Int

  /** How many of the pending writes of a file have reached this sector of it. */
  def writesTo(file: SectorFile, sector: Long, pending: Int): Int

  /** Is a change of a folder on the disk, given that those it depends on are? */
  def change(): Boolean

/** One of several habits of disks, by the seed: keep nothing, all, a beginning, few, half or most of the sectors. */
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
