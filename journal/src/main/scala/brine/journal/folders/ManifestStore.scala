package brine.journal.folders

import brine.journal.format.{Manifest, Watermark}
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.Path

/** Writes the manifest's slots in turn. Thread-safe.
  *
  * @param last
  *   content of the newer slot
  * @param fence
  *   says whether the files are still this journal's; null if nobody else can come
  */
private[journal] final class ManifestStore(
    storage: Storage,
    folder: Path,
    private var last: Manifest,
    fence: Fence | Null = null
):
  def current: Manifest = synchronized(last)

  /** Changes the manifest; the change is durable when this returns. A watermark never decreases. */
  def update(change: Manifest => Manifest): Unit = synchronized:
    if fence != null then checkOwner(fence)
    val changed = change(last)
    val mark    = if changed.watermark.sequence < last.watermark.sequence then last.watermark else changed.watermark
    val next    = changed.copy(generation = last.generation + 1, watermark = mark)
    ManifestStore.write(storage, folder, next)
    last = next

  // Another process that has opened the journal has written a later epoch.
  private def checkOwner(fence: Fence): Unit =
    fence.check()
    val there = ManifestStore.read(storage, folder)._1
    there.foreach: there =>
      if there.journal != last.journal then fence.close("its manifest was replaced by that of another journal")
      if there.epoch > last.epoch then fence.close(s"another process opened it (epoch ${there.epoch})")

  def mark(watermark: Watermark): Unit = update(_.copy(watermark = watermark))

private[journal] object ManifestStore:
  private def nameFor(generation: Long) = Manifest.names((generation & 1).toInt)

  /** Writes a slot and makes it durable. */
  def write(storage: Storage, folder: Path, manifest: Manifest): Unit =
    val path  = folder.resolve(nameFor(manifest.generation))
    val isNew = !storage.exists(path)
    val file  = if isNew then storage.create(path) else storage.openWrite(path)
    try
      file.write(ByteBuffer.wrap(manifest.toBytes), 0)
      file.force()
    finally file.close()
    if isNew then storage.forceFolder(folder)

  /** The newest whole slot, if there is one, and whether any slot exists.
    *
    * @throws brine.journal.format.UnknownVersion
    *   if a later release wrote one
    * @param bytes
    *   memory for a slot, used meanwhile
    */
  def read(
      storage: Storage,
      folder: Path,
      bytes: ByteBuffer = ByteBuffer.allocate(Manifest.Length)
  ): (Option[Manifest], Boolean) =
    val present = Manifest.names.filter(name => storage.exists(folder.resolve(name)))
    val slots   = present.flatMap: name =>
      val file = storage.openRead(folder.resolve(name))
      try
        bytes.clear(): Unit
        if file.read(bytes, 0) == Manifest.Length then Manifest.read(name, bytes.array) else None
      finally file.close()
    (slots.maxByOption(_.generation), present.nonEmpty)
