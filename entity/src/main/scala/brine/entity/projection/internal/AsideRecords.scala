package brine.entity.projection.internal

import brine.entity.projection.SetAside

/** The records that a projection has set aside, by offset. One thread changes them, any thread may look. */
private[internal] final class AsideRecords:
  @volatile private var records = Vector.empty[SetAside]
  private var keys              = Set.empty[String]

  def all: Vector[SetAside] = records

  /** Those of a key, by offset. */
  def of(key: String): Vector[SetAside] = records.filter(_.key == key)

  /** Whether records of a key are among them. For the thread that changes them. */
  def hasKey(key: String): Boolean = keys.contains(key)

  /** Whether there is none. */
  def isEmpty: Boolean = records.isEmpty

  def replace(all: Vector[SetAside]): Unit =
    records = all.sortBy(_.offset.sequence)
    keys = all.iterator.map(_.key).toSet

  /** Adds records with higher offsets. */
  def add(more: Vector[SetAside]): Unit = if more.nonEmpty then
    records ++= more
    keys ++= more.map(_.key)

  def remove(gone: Set[SetAside]): Unit = if gone.nonEmpty then replace(records.filterNot(gone))
