package brine.entity.erasure

import brine.codec.{Codec, Schemas}
import brine.entity.erasure.internal.{Box, CachedKeys, Content, KeyCache, Subjects}
import java.nio.file.Path
import java.security.{GeneralSecurityException, SecureRandom}
import java.util.{Arrays, Objects}
import javax.crypto.spec.SecretKeySpec
import scala.util.control.NonFatal

/** Seals and opens values of persons, each with a key of that person, and forgets keys.
  *
  * {{{
  * val keys = Keys.open(Path.of("keys"))
  * val mail = keys.seal("person-7", "ada@example.org") // Sealed[String]: put it into commands and events
  * keys.open(mail)                                     // Opened.Value("ada@example.org")
  * keys.forget("person-7")
  * keys.open(mail)                                     // Opened.Forgotten("person-7"), from now on and everywhere
  * }}}
  *
  * Seal before you send a command, and open where a person or another system needs the value. Do neither in `decide` or
  * `evolve`: sealing is random, and opening gives another result once the key is forgotten.
  *
  * A value is encrypted by AES-256-GCM with a random nonce. Its subject and the number of its key are part of what the
  * cipher checks: so a value that was changed, or moved to another subject, is an error.
  *
  * Sealing and opening with a key that is in memory waits for nothing. Otherwise they wait for the store, as all other
  * methods do. Once [[KeyStore.isHeld]] is false, no key in memory is used. Thread-safe.
  */
final class Keys private (store: KeyStore, settings: KeysSettings, ownsStore: Boolean) extends AutoCloseable:
  private val cache              = KeyCache(settings.subjectsInMemory)
  private val random             = SecureRandom()
  @volatile private var isClosed = false

  /** Seals a value with the newest key of a subject, and makes a key if it has none. The key is durable when this
    * returns.
    *
    * @param subject
    *   names the person, 1 to [[Keys.LongestSubject]] characters. It is not encrypted: use a random identity
    * @throws ErasureException
    *   with [[ErasureError.Forgotten]] if the subject was forgotten; if the value cannot be encoded, or the store fails
    * @throws IllegalArgumentException
    *   if the subject is empty, too long, or no Unicode text
    */
  def seal[A](subject: String, value: A)(using Codec[A]): Sealed[A] =
    check(subject)
    val content =
      try Content.encode(value)
      catch case NonFatal(failed) => throw ErasureException(ErasureError.Unencodable(subject, failed))
    try
      val keys   = toSeal(subject)
      val number = keys.current
      new Sealed(subject, Box.seal(keys.secret(number).get, number, subject, content, random))
    finally Arrays.fill(content, 0.toByte)

  /** Opens a value: what was sealed, or [[Opened.Forgotten]].
    *
    * What an earlier version of `A` has sealed is read as the codec reads earlier versions: with defaults, former names
    * and migrations.
    *
    * @throws ErasureException
    *   if the value was changed or belongs to another subject, if its key is missing though it was not forgotten, if it
    *   cannot be read as an `A`, or if the store fails
    */
  def open[A](value: Sealed[A])(using Codec[A])(using Schemas): Opened[A] =
    Objects.requireNonNull(value, "value"): Unit
    check(value.subject)
    if !Box.isKnown(value.box) then
      throw ErasureException(
        ErasureError.Malformed(
          s"it has version ${Box.version(value.box)}, which this version of Brine does not know: its bytes were " +
            "changed, or a later version wrote it"
        )
      )
    withKey(value) match
      case None         => Opened.Forgotten(value.subject)
      case Some(secret) =>
        val content =
          try Box.open(secret, value.subject, value.box)
          catch
            case _: GeneralSecurityException => throw ErasureException(ErasureError.Tampered(value.subject, value.key))
        try
          Content.decode[A](content) match
            case Right(read) => Opened.Value(read)
            case Left(error) =>
              throw ErasureException(ErasureError.Unreadable(value.subject, error.path, error.problem))
        finally Arrays.fill(content, 0.toByte)

  /** Gives a subject a new key, which seals its values from now on. Earlier values are opened with the earlier keys.
    *
    * @throws ErasureException
    *   with [[ErasureError.Forgotten]] if it was forgotten; if the store fails
    */
  def rotate(subject: String): Unit =
    check(subject)
    if rotated(subject).isForgotten then throw ErasureException(ErasureError.Forgotten(subject))

  /** Forgets the keys of a subject. When this returns, all its values are unreadable for ever: here, and wherever no
    * other copy of the keys is. Calling it again does no harm.
    *
    * If it throws an exception, the subject may be forgotten or not: call it again.
    *
    * @throws ErasureException
    *   if the store fails
    */
  def forget(subject: String): ForgottenSubject =
    check(subject)
    try asked(store.forget(subject))
    finally cache.remove(subject)

  /** Whether a subject is forgotten. Reads the store, unless its keys are in memory. */
  def isForgotten(subject: String): Boolean =
    check(subject)
    toOpen(subject).isForgotten

  /** The forgotten subjects, in no order: use it at the start of a program, to complete what a crash has interrupted.
    * Takes time in proportion to their number.
    */
  def forgotten: Vector[ForgottenSubject] =
    checkOpen()
    asked(store.forgotten)

  /** Allows a forgotten subject to have values again, with a new key. Its earlier values stay forgotten.
    *
    * @return
    *   whether it was forgotten
    */
  def readmit(subject: String): Boolean =
    check(subject)
    try asked(store.readmit(subject))
    finally cache.remove(subject)

  /** Removes all keys from memory, and closes the store if [[Keys.open]] has opened it. Other methods fail from then on
    * with [[ErasureError.Closed]].
    */
  def close(): Unit =
    isClosed = true
    cache.clear()
    if ownsStore then store.close()

  /** No keys. */
  override def toString: String = s"Keys($store)"

  /** Number of subjects whose keys are in memory. */
  private[erasure] def inMemory: Int = cache.size

  /** The keys of a subject that has one. Rotates the newest if it has sealed enough values. */
  private def toSeal(subject: String): CachedKeys =
    val known = ready(subject, inMemory(subject).getOrElse(loaded(subject)(store.getOrCreate(subject))))
    if known.values.incrementAndGet() > settings.valuesPerKey && known.isRotating.compareAndSet(false, true) then
      try
        val fresh = ready(subject, rotated(subject))
        fresh.values.incrementAndGet(): Unit
        fresh
      finally known.isRotating.set(false)
    else known

  private def ready(subject: String, keys: CachedKeys): CachedKeys =
    if keys.isForgotten then throw ErasureException(ErasureError.Forgotten(subject))
    if !keys.canSeal then
      throw ErasureException(ErasureError.Unavailable(store.toString, IllegalStateException("it has made no key")))
    keys

  private def toOpen(subject: String): CachedKeys = inMemory(subject).getOrElse(loaded(subject)(store.get(subject)))

  private def inMemory(subject: String): Option[CachedKeys] =
    if asked(store.isHeld) then cache.get(subject)
    else
      cache.clear()
      None

  /** The key that a value names; None if it is forgotten. */
  private def withKey(value: Sealed[?]): Option[SecretKeySpec] =
    def of(keys: CachedKeys)          = keys.secret(value.key)
    def isForgotten(keys: CachedKeys) = keys.isForgotten || keys.isForgotten(value.key)

    val known = toOpen(value.subject)
    of(known).orElse:
      if isForgotten(known) then None
      else
        // What is in memory may be older than the key, if others use the store.
        val newest = loaded(value.subject)(store.get(value.subject))
        of(newest).orElse:
          if isForgotten(newest) then None
          else throw ErasureException(ErasureError.MissingKey(value.subject, value.key))

  private def rotated(subject: String): CachedKeys =
    val mark = cache.mark
    try
      val keys = CachedKeys(asked(store.rotate(subject)))
      cache.renew(subject, keys, mark)
      keys
    catch
      case failed: Throwable =>
        cache.remove(subject) // it may have the new key or not
        throw failed
    finally if isClosed then cache.clear()

  private def loaded(subject: String)(load: => SubjectKeys): CachedKeys =
    val mark = cache.mark
    val keys = CachedKeys(asked(load))
    if keys.isKnown then cache.put(subject, keys, mark)
    // Or they would stay in memory until the next program ends.
    if isClosed then cache.clear()
    keys

  private def asked[A](call: => A): A =
    val result =
      try call
      catch
        case failed: ErasureException => throw failed
        case NonFatal(failed)         => throw ErasureException(ErasureError.Unavailable(store.toString, failed))
    if result == null then
      val failed = NullPointerException("it returned null")
      throw ErasureException(ErasureError.Unavailable(store.toString, failed))
    result

  private def check(subject: String): Unit =
    Subjects.require(Objects.requireNonNull(subject, "subject"))
    checkOpen()

  private def checkOpen(): Unit = if isClosed then throw ErasureException(ErasureError.Closed(toString))

object Keys:
  /** The most characters (UTF-16 units) of the name of a subject: so it can be the id of an entity, whose name and id
    * have 1,023 characters together.
    */
  final val LongestSubject = 512

  /** Keys in a folder of files: see [[KeyFolder]]. Closing them closes the folder.
    *
    * @throws ErasureException
    *   as [[KeyFolder.open]] does
    */
  def open(
      folder: Path,
      protection: KeyFolderSettings = KeyFolderSettings.defaults,
      settings: KeysSettings = KeysSettings.defaults
  ): Keys = new Keys(KeyFolder.open(folder, protection), Objects.requireNonNull(settings, "settings"), ownsStore = true)

  /** Keys of any store, which stays open when they are closed. Let only one `Keys` use a store: another one does not
    * notice what this one forgets.
    */
  def over(store: KeyStore, settings: KeysSettings = KeysSettings.defaults): Keys =
    new Keys(Objects.requireNonNull(store, "store"), Objects.requireNonNull(settings, "settings"), ownsStore = false)
