package brine.entity.erasure.internal

import brine.codec.Codec
import brine.entity.erasure.{ErasureError, ErasureException}
import java.nio.file.Path
import java.util.Arrays

/** The files of a folder, one for each shard that has had something in it, and a list of their names, by which a
  * missing file is noticed. A shard is in the durable list before anybody relies on what its file has. Used by one
  * thread at a time.
  *
  * @param kind
  *   of the files
  * @param listKind
  *   of the list
  */
private[internal] final class ShardFiles[A](folder: Path, kind: String, listKind: String, files: AtomicFiles)(using
    Codec[A]
):
  import ShardFiles.*

  private val list = folder.resolve(ListName)

  // What the list has for sure.
  private var listed = Set.empty[String]

  /** The shards that have had something, sorted. */
  def shards: Vector[String] = (listed ++ there).toVector.sorted

  private def there: Set[String] = files.names(folder).filter(isShard).toSet

  /** The file of a shard. */
  def fileOf(shard: String): Path = folder.resolve(shard)

  /** Whether nothing says that something was ever in the folder. */
  def isUnused: Boolean = there.isEmpty && files.read(list).forall(known(_).isEmpty)

  /** Whether it has a list. */
  def hasList: Boolean = files.read(list).nonEmpty

  /** Creates the folder, removes what a crash has left, and compares the files with the list.
    *
    * @param mayBeNew
    *   whether it need not have a list
    * @param acceptsMissing
    *   whether files may be missing
    * @return
    *   the files that are missing
    * @throws ErasureException
    *   if a file is missing, or has the name of another one
    */
  def recover(mayBeNew: Boolean, acceptsMissing: Boolean): Vector[Path] =
    files.recover(folder)
    val found    = there
    val before   = files.read(list).map(known)
    val lostList = if before.isEmpty && !mayBeNew then Vector(list) else Vector.empty
    val missing  = lostList ++ before.getOrElse(Set.empty).diff(found).toVector.sorted.map(fileOf)
    if missing.nonEmpty && !acceptsMissing then
      throw ErasureException(ErasureError.MissingFile(missing.head.toString, missing.size - 1))
    found.foreach(shard => ErasureFile.requireHead(kind, shard, fileOf(shard), files.readHead(fileOf(shard))))
    // A crash may have come between a new file and the list.
    if before.contains(found) then listed = found else writeList(found)
    missing

  /** The content of a shard; None if it has never had something. */
  def read(shard: String): Option[A] =
    val file = fileOf(shard)
    files.read(file) match
      case Some(bytes) =>
        val content =
          try ErasureFile.decode[A](kind, shard, file, bytes)
          finally Arrays.fill(bytes, 0.toByte)
        // If it could not be listed when it was written.
        note(shard)
        Some(content)
      case None if listed(shard) => throw ErasureException(ErasureError.MissingFile(file.toString, 0))
      case None                  => None

  /** Replaces the content of a shard. */
  def write(shard: String, content: A): Unit =
    val bytes = ErasureFile.encode(kind, shard, content)
    try files.replace(fileOf(shard), bytes)
    finally Arrays.fill(bytes, 0.toByte)
    note(shard)

  /** Deletes what a failed replacement of a shard's file may have left. */
  def clean(shard: String): Unit = files.clean(fileOf(shard))

  private def note(shard: String): Unit = if !listed(shard) then writeList(listed + shard)

  private def writeList(names: Set[String]): Unit =
    val content = ShardList(names.toVector.sorted)
    files.replace(list, ErasureFile.encode(listKind, ListName, content)(using ShardList.codec))
    listed = names

  private def known(bytes: Array[Byte]): Set[String] =
    ErasureFile.decode[ShardList](listKind, ListName, list, bytes)(using ShardList.codec).shards.toSet

private[internal] object ShardFiles:
  /** The file that has the names of the others. */
  final val ListName = "list"

  private inline val Digits = 3

  private def isShard(name: String) =
    name.length == Digits && name.forall(char => char >= '0' && char <= '9' || char >= 'a' && char <= 'f')
