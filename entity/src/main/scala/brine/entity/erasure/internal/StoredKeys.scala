package brine.entity.erasure.internal

import brine.codec.Codec
import brine.entity.erasure.{ForgottenSubject, KeyFolderSettings, SubjectKey, SubjectKeys}
import brine.journal.storage.Storage
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.security.{MessageDigest, SecureRandom}

/** The keys of subjects in the files of a folder. Used by one thread at a time.
  *
  * Subjects are spread over shards by a hash of their name, so that a change rewrites few others. A shard has a file in
  * `keys` and one in `forgotten`. They are apart so that a backup of the first can be restored beside newer ones of the
  * second.
  */
private[erasure] final class StoredKeys(folder: Path, storage: Storage, protection: Protection):
  import StoredKeys.*

  private implicit val keyCodec: Codec[KeyEntries]       = KeyEntries.codec
  private implicit val markCodec: Codec[Tombstones]      = Tombstones.codec
  private implicit val masterCodec: Codec[MasterEntries] = MasterEntries.codec

  private val files           = AtomicFiles(storage)
  private val random          = SecureRandom()
  private val keysFolder      = folder.resolve("keys")
  private val forgottenFolder = folder.resolve("forgotten")
  private val mastersFile     = folder.resolve("masters")

  private val keys  = ShardFiles[KeyEntries](keysFolder, KeyEntries.Kind, KeyEntries.ListKind, files)
  private val marks = ShardFiles[Tombstones](forgottenFolder, Tombstones.Kind, Tombstones.ListKind, files)

  /** Creates the folder, if it is missing. */
  def create(): Unit = files.createFolder(folder)

  /** Creates what is missing in the folder, and removes keys of forgotten subjects: they are there if a backup was
    * restored, or if a crash came between the mark and the removal.
    *
    * @param acceptsMissing
    *   whether files may be missing
    * @param missing
    *   is told which are
    * @return
    *   the subjects whose keys were removed
    */
  def recover(acceptsMissing: Boolean)(missing: Vector[Path] => Unit): Vector[ForgottenSubject] =
    Vector(keysFolder, forgottenFolder).foreach(files.createFolder)
    files.recover(folder)
    val masters = readMasters()
    // The list of keys is written first. A crash may have come before that of marks.
    val isUnused  = keys.isUnused && marks.isUnused && masters.isEmpty
    val lostKeys  = keys.recover(mayBeNew = isUnused && !marks.hasList, acceptsMissing)
    val lostMarks = marks.recover(mayBeNew = isUnused, acceptsMissing)
    val lost      = lostKeys ++ lostMarks
    if lost.nonEmpty then missing(lost)
    checkMasters(masters.getOrElse(MasterEntries(Vector.empty)))
    for
      shard     <- marks.shards
      there     <- Vector(keysOf(shard))
      tombstone <- tombstonesOf(shard)
      if there.exists(tombstone.covers)
    yield remove(shard, tombstone)

  private def checkMasters(masters: MasterEntries): Unit =
    // If this file was lost, the keys tell whether the master key is the right one.
    protection
      .unknown(masters)
      .foreach: name =>
        val known = keys.shards.iterator.flatMap: shard =>
          keysOf(shard).find(_.master.contains(name)).map(keys.fileOf(shard) -> _)
        known.nextOption().foreach((file, entry) => protection.open(file, entry): Unit)
    protection.check(mastersFile, masters).foreach(writeMasters)

  /** Removes the keys that a mark covers. */
  private def remove(shard: String, tombstone: Tombstone): ForgottenSubject =
    val (covered, others) = keysOf(shard).partition(tombstone.covers)
    val marked            = tombstone.copy(keys = (tombstone.keys ++ covered.map(_.number)).distinct)
    // The mark is durable before the keys are gone: a crash in between leaves what opening completes.
    val before = tombstonesOf(shard)
    if !before.contains(marked) then writeTombstones(shard, before.filterNot(_.subject == tombstone.subject) :+ marked)
    if covered.nonEmpty then writeKeys(shard, others)
    keys.clean(shard)
    ForgottenSubject(marked.subject, marked.at, marked.keys)

  def get(subject: String): SubjectKeys =
    val shard     = shardOf(subject)
    val tombstone = tombstonesOf(shard).find(_.subject == subject)
    // A key may be there still, if removing it failed. Nothing is called forgotten before it is gone.
    tombstone.filter(mark => keysOf(shard).exists(mark.covers)).foreach(remove(shard, _): Unit)
    val there = keysOf(shard).filter(_.subject == subject)
    val file  = keys.fileOf(shard)
    SubjectKeys(
      there.map(protection.open(file, _)),
      tombstone.fold(Set.empty)(_.keys.toSet),
      tombstone.exists(!_.isReadmitted)
    )

  def getOrCreate(subject: String): SubjectKeys =
    val known = get(subject)
    if known.isForgotten || known.keys.nonEmpty then known else add(subject, known)

  def rotate(subject: String): SubjectKeys =
    val known = get(subject)
    if known.isForgotten then known else add(subject, known)

  private def add(subject: String, known: SubjectKeys): SubjectKeys =
    val used   = known.forgottenKeys ++ known.keys.map(_.number)
    val number = Iterator.continually(random.nextInt()).find(!used(_)).get
    val bytes  = new Array[Byte](SubjectKey.Size)
    random.nextBytes(bytes)
    val key          = SubjectKey(number, bytes)
    val shard        = shardOf(subject)
    val readmissions = tombstonesOf(shard).find(_.subject == subject).fold(0)(_.readmissions)
    writeKeys(shard, keysOf(shard) :+ protection.seal(keys.fileOf(shard), subject, readmissions, key))
    SubjectKeys(known.keys :+ key, known.forgottenKeys, isForgotten = false)

  def forget(subject: String): ForgottenSubject =
    val shard = shardOf(subject)
    val known = tombstonesOf(shard).find(_.subject == subject)
    remove(shard, known.fold(Tombstone.fresh(subject))(_.copy(isReadmitted = false)))

  def readmit(subject: String): Boolean =
    val shard = shardOf(subject)
    tombstonesOf(shard).find(one => one.subject == subject && !one.isReadmitted) match
      case None            => false
      case Some(tombstone) =>
        // What is left of its keys is removed first, so that their numbers are known.
        val removed  = remove(shard, tombstone)
        val readmits =
          tombstone.copy(keys = removed.keys, isReadmitted = true, readmissions = tombstone.readmissions + 1)
        writeTombstones(shard, tombstonesOf(shard).filterNot(_.subject == subject) :+ readmits)
        true

  def forgotten: Vector[ForgottenSubject] =
    for
      shard     <- marks.shards
      tombstone <- tombstonesOf(shard)
      if !tombstone.isReadmitted
    yield ForgottenSubject(tombstone.subject, tombstone.at, tombstone.keys)

  /** Stores all keys as the present master key encrypts them.
    *
    * @return
    *   how many were stored otherwise before
    */
  def rewrap(): Long =
    val counts = keys.shards.map: shard =>
      val file                   = keys.fileOf(shard)
      val there                  = keysOf(shard)
      val others                 = there.count(!protection.isCurrent(_))
      def renewed(key: KeyEntry) =
        if protection.isCurrent(key) then key
        else protection.seal(file, key.subject, key.readmissions, protection.open(file, key))
      if others > 0 then writeKeys(shard, there.map(renewed))
      others.toLong
    counts.sum

  private def keysOf(shard: String): Vector[KeyEntry] = keys.read(shard).fold(Vector.empty)(_.keys)

  private def tombstonesOf(shard: String): Vector[Tombstone] = marks.read(shard).fold(Vector.empty)(_.subjects)

  private def writeKeys(shard: String, entries: Vector[KeyEntry]): Unit = keys.write(shard, KeyEntries(entries))

  private def writeTombstones(shard: String, tombstones: Vector[Tombstone]): Unit =
    marks.write(shard, Tombstones(tombstones))

  private def readMasters(): Option[MasterEntries] =
    files.read(mastersFile).map(ErasureFile.decode[MasterEntries](MasterEntries.Kind, "", mastersFile, _))

  private def writeMasters(masters: MasterEntries): Unit =
    files.replace(mastersFile, ErasureFile.encode(MasterEntries.Kind, "", masters))

private[erasure] object StoredKeys:
  def apply(folder: Path, storage: Storage, settings: KeyFolderSettings): StoredKeys =
    new StoredKeys(folder, storage, Protection(settings))

  /** 4,096 shards: with a million subjects, each file has some 250. */
  def shardOf(subject: String): String =
    val hash = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(UTF_8))
    f"${((hash(0) & 0xff) << 4) | ((hash(1) & 0xff) >> 4)}%03x"
