package brine.entity.erasure.internal

import brine.entity.erasure.{ErasureError, ErasureException, KeyFolderSettings, MasterKey, SubjectKey}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.nio.file.Path
import java.security.GeneralSecurityException
import java.util.Arrays
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** How keys get into files and out of them: encrypted by the master key, if there is one. */
private[internal] final class Protection(settings: KeyFolderSettings):
  import Protection.*

  private val master  = settings.master.toScala
  private val masters = (master ++ settings.former.asScala).map(key => key.name -> key).toMap

  def seal(subject: String, key: SubjectKey): KeyEntry = master match
    case None         => KeyEntry(subject, key.number, None, key.bytes)
    case Some(master) =>
      KeyEntry(subject, key.number, Some(master.name), wrapped(master, key.bytes, context(subject, key.number)))

  def open(file: Path, entry: KeyEntry): SubjectKey =
    val bytes = entry.master match
      case None =>
        if master.nonEmpty && !settings.readsPlain then throw ErasureException(ErasureError.PlainKey(file.toString))
        entry.material
      case Some(name) =>
        val master =
          masters.getOrElse(name, throw ErasureException(ErasureError.UnknownMasterKey(file.toString, name)))
        unwrapped(file, master, entry.material, context(entry.subject, entry.number))
    if bytes.length != SubjectKey.Size then
      throw ErasureException(
        ErasureError.Damaged(file.toString, s"a key has ${bytes.length} bytes, and not ${SubjectKey.Size}")
      )
    SubjectKey(entry.number, bytes)

  /** Whether a key is as [[seal]] would store it. */
  def isCurrent(entry: KeyEntry): Boolean = entry.master == master.map(_.name)

  /** Checks that the master keys are those that were used in a folder, as far as their names are known there. A wrong
    * passphrase is noticed here, before it encrypts anything.
    *
    * @return
    *   the entries with the present master key, if that was not among them
    */
  def check(file: Path, known: MasterEntries): Option[MasterEntries] =
    // Without one, further keys would be plain.
    if master.isEmpty then
      known.masters.lastOption.foreach: last =>
        throw ErasureException(ErasureError.UnknownMasterKey(file.toString, last.name))
    for
      entry  <- known.masters
      master <- masters.get(entry.name)
      if !Arrays.equals(unwrapped(file, master, entry.check, CheckContext), Check)
    do throw ErasureException(ErasureError.WrongMasterKey(file.toString, entry.name))
    master
      .filterNot(master => known.masters.exists(_.name == master.name))
      .map(master => MasterEntries(known.masters :+ MasterEntry(master.name, wrapped(master, Check, CheckContext))))

  /** The name of the master key, if a folder does not know it yet. */
  def unknown(known: MasterEntries): Option[String] =
    master.map(_.name).filterNot(name => known.masters.exists(_.name == name))

  // A key that cannot be decrypted again would be lost together with its values. The arrays are copies: what the master
  // key does with them changes nothing here.
  private def wrapped(master: MasterKey, bytes: Array[Byte], context: Array[Byte]): Array[Byte] =
    val made = master.wrap(bytes.clone, context.clone)
    if made == null then throw NullPointerException(s"the master key '${master.name}' has encrypted a key as null")
    val kept  = made.clone
    val again =
      try master.unwrap(kept.clone, context.clone)
      catch case _: GeneralSecurityException => null
    if again == null || !Arrays.equals(again, bytes) || Arrays.equals(kept, bytes) then
      throw IllegalStateException(s"the master key '${master.name}' does not decrypt what it has encrypted just now")
    kept

  private def unwrapped(file: Path, master: MasterKey, bytes: Array[Byte], context: Array[Byte]): Array[Byte] =
    val made =
      try master.unwrap(bytes.clone, context.clone)
      catch
        case _: GeneralSecurityException =>
          throw ErasureException(ErasureError.WrongMasterKey(file.toString, master.name))
    if made == null then throw NullPointerException(s"the master key '${master.name}' has decrypted a key as null")
    made.clone

private object Protection:
  // As long as a key.
  private val Check        = "the check text of a master key.\n".getBytes(US_ASCII)
  private val CheckContext = "check".getBytes(US_ASCII)

  // The number has a fixed length, so no two pairs have the same context.
  private def context(subject: String, number: Int): Array[Byte] =
    val name = subject.getBytes(UTF_8)
    ByteBuffer.allocate(4 + name.length).putInt(number).put(name).array
