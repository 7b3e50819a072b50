package brine.journal.testkit.internal

import java.nio.file.Path
import scala.collection.mutable

/** The names of files and folders, as processes see them and as the disk has them, and the pending changes between.
  * Guarded by its storage. A folder is an entry without a file; the root of the paths always exists.
  */
private[testkit] final class Entries private (
    seen: mutable.HashMap[Path, Option[SectorFile]],
    disk: mutable.HashMap[Path, Option[SectorFile]],
    pending: mutable.ArrayBuffer[EntryChange]
):
  def get(path: Path): Option[Option[SectorFile]] = if path.getParent == null then Some(None) else seen.get(path)
  def file(path: Path): Option[SectorFile]        = seen.get(path).flatten
  def isFolder(path: Path): Boolean               = get(path).contains(None)
  def list(folder: Path): Vector[String]          =
    seen.keysIterator.filter(_.getParent == folder).map(_.getFileName.toString).toVector.sorted
  def files: Iterator[(Path, SectorFile)] = seen.iterator.collect { case (path, Some(file)) => (path, file) }
  def pendingChanges: Int                 = pending.size

  def change(change: EntryChange): Unit =
    change(seen)
    pending += change

  /** Makes the changes of this folder durable, and in order those that come before them at the same names. */
  def force(folder: Path): Unit =
    val needed = mutable.HashSet.empty[Path]
    val saved  = pending.reverseIterator
      .filter: change =>
        val safe = change.names.exists(name => name.getParent == folder || needed(name))
        if safe then needed ++= change.names
        safe
      .toSet
    pending.iterator.filter(saved).foreach(_(disk))
    pending.filterInPlace(!saved(_))

  /** The content of the disk after a crash. A change that does not survive holds back all later ones at its names. The
    * content of a missing folder is gone.
    */
  def crashed(survival: Survival): Entries =
    val kept = disk.clone
    val gone = mutable.HashSet.empty[Path]
    for change <- pending do
      if change.names.forall(!gone(_)) && survival.change() then change(kept) else gone ++= change.names
    var missing = true
    while missing do
      val orphans =
        kept.keysIterator.filter(path => path.getParent.getParent != null && !kept.contains(path.getParent)).toVector
      kept --= orphans
      missing = orphans.nonEmpty
    val files = kept.valuesIterator.flatten.toVector.distinct.sortBy(_.id)
    val after = files.map(file => file -> file.crashed(survival)).toMap
    val disk1 = kept.map((path, entry) => path -> entry.map(after))
    new Entries(disk1.clone, disk1, mutable.ArrayBuffer.empty)

  /** The same entries with copies of the files. */
  def copy(): Entries =
    val copies                                             = mutable.HashMap.empty[SectorFile, SectorFile]
    def one(file: SectorFile)                              = copies.getOrElseUpdate(file, file.copy())
    def all(of: mutable.HashMap[Path, Option[SectorFile]]) = of.map((path, entry) => path -> entry.map(one))
    new Entries(all(seen), all(disk), pending.map(_.map(one)))

private[testkit] object Entries:
  def apply(): Entries = new Entries(mutable.HashMap.empty, mutable.HashMap.empty, mutable.ArrayBuffer.empty)

/** A change of folders. */
private[testkit] enum EntryChange:
  case Put(name: Path, entry: Option[SectorFile])
  case Remove(name: Path)
  case Move(from: Path, to: Path, entry: Option[SectorFile])

  def names: List[Path] = this match
    case Put(name, _)      => List(name)
    case Remove(name)      => List(name)
    case Move(from, to, _) => List(from, to)

  def apply(entries: mutable.HashMap[Path, Option[SectorFile]]): Unit = this match
    case Put(name, entry)      => entries(name) = entry
    case Remove(name)          => entries -= name
    case Move(from, to, entry) =>
      entries -= from
      entries(to) = entry

  def map(file: SectorFile => SectorFile): EntryChange = this match
    case Put(name, entry)      => Put(name, entry.map(file))
    case Remove(name)          => this
    case Move(from, to, entry) => Move(from, to, entry.map(file))
