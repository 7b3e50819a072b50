package brine.entity.erasure

import brine.actor.internal.support.Described
import brine.entity.internal.FailureText

/** Why a value was not sealed or opened, or a store of keys did not do what it was asked to. Each message says what
  * happened and what to do. That a subject was forgotten is no error when a value is opened: see [[Opened.Forgotten]].
  */
enum ErasureError(val message: String):
  /** Nothing is sealed for a forgotten subject. */
  case Forgotten(subject: String)
      extends ErasureError(
        s"${ErasureError.of(subject)} was forgotten, so nothing is sealed for it: if it may have values again, call " +
          "readmit"
      )

  /** The value is not what was sealed, or was sealed for another subject or by another key. */
  case Tampered(subject: String, key: Int)
      extends ErasureError(
        s"a sealed value of ${ErasureError.of(subject)} does not fit its key ${SubjectKey.text(key)}: its bytes were " +
          "changed, or moved here from another subject. Restore what holds it"
      )

  /** The store has neither the key nor the mark that it was forgotten. */
  case MissingKey(subject: String, key: Int)
      extends ErasureError(
        s"the key ${SubjectKey.text(key)} of ${ErasureError.of(subject)} is missing, and was not forgotten: " +
          "these are other keys, or an older backup of them. Open the right ones, or restore the newest backup"
      )

  /** These bytes are no sealed value, or that of a later version of Brine. */
  case Malformed(reason: String) extends ErasureError(s"this is no sealed value: $reason")

  /** The value was decrypted, but is none of the requested type.
    *
    * @param path
    *   the part of the value that cannot be read; empty for all of it
    * @param problem
    *   what is wrong. It may show parts of the value, so it is not in the message, which programs log
    */
  case Unreadable(subject: String, path: String, problem: String)
      extends ErasureError(
        s"a sealed value of ${ErasureError.of(subject)} cannot be read as the requested type" +
          (if path.isEmpty then "" else s" (in ${Described.inLine(path)})") +
          ": the type must read what earlier versions of it have sealed. `problem` says more, and may show the value"
      )

  /** The value cannot be encoded.
    *
    * @param cause
    *   why. It may show the value, so neither the message nor the exception has it, which programs log
    */
  case Unencodable(subject: String, cause: Throwable)
      extends ErasureError(
        s"a value of ${ErasureError.of(subject)} cannot be sealed: its codec failed with ${cause.getClass.getName}. " +
          "`cause` says more, and may show the value"
      )

  /** The store of keys failed. */
  case Unavailable(store: String, cause: Throwable)
      extends ErasureError(
        s"$store failed: ${FailureText.of(cause)}. What was asked for may have happened or not; correct the cause, " +
          "and ask again"
      )

  /** A file of keys is damaged. */
  case Damaged(file: String, reason: String)
      extends ErasureError(
        s"$file is damaged: $reason. Restore this file from a backup of the keys, and keep those of the folder " +
          "'forgotten' that are newer"
      )

  /** A file that was there is missing.
    *
    * @param more
    *   number of further files that are missing
    */
  case MissingFile(file: String, more: Int)
      extends ErasureError(
        s"$file is missing" + (if more == 0 then "" else s", and $more more") + ". Restore it from a backup of the " +
          "keys; if there is none, open the folder once with acceptsMissing, and what was in it counts as lost"
      )

  /** Keys were encrypted by a master key that was not given. */
  case UnknownMasterKey(file: String, name: String)
      extends ErasureError(
        s"$file has keys that the master key '${Described.inLine(name)}' encrypts, which was not given: add it to " +
          "the KeyFolderSettings as master or as former"
      )

  /** The master key is another one than that which has encrypted the keys, or the keys were changed. */
  case WrongMasterKey(file: String, name: String)
      extends ErasureError(
        s"the master key '${Described.inLine(name)}' does not decrypt $file: this is another passphrase, salt or " +
          "secret, or the file was changed"
      )

  /** The master key threw an exception, or broke its rules.
    *
    * @param file
    *   the file whose keys it was asked about
    * @param subject
    *   whose key it was asked about; empty for the check of the master key itself
    */
  case MasterKeyFailed(file: String, name: String, subject: String, cause: Throwable)
      extends ErasureError(
        s"the master key '${Described.inLine(name)}' failed at ${ErasureError.keyOf(subject)} in $file: " +
          s"${FailureText.of(cause)}. Correct the cause, and ask again"
      )

  /** A key is plain though there is a master key. */
  case PlainKey(file: String)
      extends ErasureError(
        s"$file has plain keys, though there is a master key: if the folder had none before, open it once with " +
          "readsPlain and call rewrap"
      )

  /** Another process uses the folder. */
  case Locked(folder: String)
      extends ErasureError(s"the key folder $folder is open elsewhere, maybe in this process: one at a time may use it")

  /** The lock of the folder was deleted or replaced. */
  case LostLock(folder: String)
      extends ErasureError(
        s"the lock of the key folder $folder was deleted or replaced, so another process may use it: open it again"
      )

  /** It was closed. */
  case Closed(what: String) extends ErasureError(s"$what is closed")

object ErasureError:
  private def of(subject: String): String = s"the subject '${Described.inLine(subject)}'"

  private def keyOf(subject: String): String = if subject.isEmpty then "its check" else s"a key of ${of(subject)}"

/** An [[ErasureError]] as an exception. */
final class ErasureException(val error: ErasureError)
    extends RuntimeException(
      error.message,
      error match
        case ErasureError.Unavailable(_, cause)           => cause
        case ErasureError.MasterKeyFailed(_, _, _, cause) => cause
        case _                                            => null
    )
