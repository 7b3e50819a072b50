package brine.entity.erasure.internal

import brine.entity.erasure.{ErasureError, ErasureException, KeyFolderSettings, MasterKey, SubjectKey}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import java.nio.file.Path
import java.security.GeneralSecurityException
import java.util.Arrays
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.util.control.NonFatal

/** How keys get into files and out of them: encrypted by the master key, if there is one. */
private[internal] final class Protection(settings: KeyFolderSettings):
  import Protection.*

  private val master  = settings.master.toScala
  private val masters = (master ++ settings.former.asScala).map(key => key.name -> key).toMap

  /** A key as a file has it.
    *
    * @param readmissions
    *   see [[KeyEntry]]
    * @throws ErasureException
    *   if the master key fails
    */
  def seal(file: Path, subject: String, readmissions: Int, key: SubjectKey): KeyEntry = master match
    case None         => KeyEntry(subject, key.number, readmissions, None, key.bytes)
    case Some(master) =>
      val material = wrapped(Asked(file, master, subject), key.bytes, context(subject, key.number))
      KeyEntry(subject, key.number, readmissions, Some(master.name), material)

  def open(file: Path, entry: KeyEntry): SubjectKey =
    val bytes = entry.master match
      case None =>
        if master.nonEmpty && !settings.readsPlain then throw ErasureException(ErasureError.PlainKey(file.toString))
        entry.material
      case Some(name) =>
        val master =
          masters.getOrElse(name, throw ErasureException(ErasureError.UnknownMasterKey(file.toString, name)))
        unwrapped(Asked(file, master, entry.subject), entry.material, context(entry.subject, entry.number))
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
      if !Arrays.equals(unwrapped(Asked(file, master, ""), entry.check, CheckContext), Check)
    do throw ErasureException(ErasureError.WrongMasterKey(file.toString, entry.name))
    master
      .filterNot(master => known.masters.exists(_.name == master.name))
      .map: master =>
        val check = wrapped(Asked(file, master, ""), Check, CheckContext)
        MasterEntries(known.masters :+ MasterEntry(master.name, check))

  /** The name of the master key, if a folder does not know it yet. */
  def unknown(known: MasterEntries): Option[String] =
    master.map(_.name).filterNot(name => known.masters.exists(_.name == name))

  // A key that cannot be decrypted again would be lost together with its values.
  private def wrapped(asked: Asked, bytes: Array[Byte], context: Array[Byte]): Array[Byte] =
    val made =
      try asked.wrap(bytes, context)
      catch case failed: GeneralSecurityException => throw asked.failed(failed)
    val again =
      try asked.unwrap(made, context)
      catch case _: GeneralSecurityException => null
    if again == null || !Arrays.equals(again, bytes) || Arrays.equals(made, bytes) then
      throw asked.failed(IllegalStateException("it does not decrypt what it has encrypted just now"))
    made

  private def unwrapped(asked: Asked, bytes: Array[Byte], context: Array[Byte]): Array[Byte] =
    try asked.unwrap(bytes, context)
    catch
      case _: GeneralSecurityException =>
        throw ErasureException(ErasureError.WrongMasterKey(asked.file.toString, asked.master.name))

private object Protection:
  /** A master key, which may be code of users, and what it is asked about. The arrays are copies: what it does with
    * them changes nothing here.
    */
  private final class Asked(val file: Path, val master: MasterKey, subject: String):
    def wrap(bytes: Array[Byte], context: Array[Byte]): Array[Byte] = made(master.wrap(bytes.clone, context.clone))

    def unwrap(bytes: Array[Byte], context: Array[Byte]): Array[Byte] = made(master.unwrap(bytes.clone, context.clone))

    def failed(cause: Throwable): ErasureException =
      ErasureException(ErasureError.MasterKeyFailed(file.toString, master.name, subject, cause))

    private def made(call: => Array[Byte]): Array[Byte] =
      val result =
        try call
        catch
          case refused: GeneralSecurityException => throw refused // what it means depends on the call
          case NonFatal(cause)                   => throw failed(cause)
      if result == null then throw failed(NullPointerException("it returned null"))
      result.clone

  // As long as a key.
  private val Check        = "the check text of a master key.\n".getBytes(US_ASCII)
  private val CheckContext = "check".getBytes(US_ASCII)

  // The number has a fixed length, so no two pairs have the same context.
  private def context(subject: String, number: Int): Array[Byte] =
    val name = subject.getBytes(UTF_8)
    ByteBuffer.allocate(4 + name.length).putInt(number).put(name).array
