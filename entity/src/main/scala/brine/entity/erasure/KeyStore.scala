package brine.entity.erasure

/** Where the keys of subjects are: [[KeyFolder]] has them in files. Implement it to keep them elsewhere, such as in a
  * database or a key management service.
  *
  * An implementation is safe for use by several threads. It must keep these rules:
  *
  *   - A key that a method returns is durable. Otherwise a crash would lose the key of a value that was stored.
  *   - Once [[forget]] has returned, or another method has said that a subject is forgotten, no file of the store has
  *     its keys, also after a crash. The mark that it was forgotten is durable, and outlives the keys.
  *   - A forgotten subject gets no key, unless [[readmit]] was called. It never gets a number again that it had before.
  *   - A method that throws may have done its work or not, and may be called again.
  *
  * Methods may wait for a disk or a network. Names of subjects are checked by [[Keys]]. Errors are an
  * [[ErasureException]]; any other exception becomes an [[ErasureError.Unavailable]].
  */
trait KeyStore extends AutoCloseable:
  /** The keys of a subject; without keys and not forgotten if the store does not know it. */
  def get(subject: String): SubjectKeys

  /** The keys of a subject, with a new one if it has none. Without keys only if it is forgotten. */
  def getOrCreate(subject: String): SubjectKeys

  /** Gives a subject a new key, which seals its values from now on. The others stay, to open what they have sealed.
    * Does nothing if it is forgotten.
    */
  def rotate(subject: String): SubjectKeys

  /** Removes the keys of a subject, and remembers that it was forgotten. A subject that has no keys, or was forgotten
    * before, is no error.
    */
  def forget(subject: String): ForgottenSubject

  /** Allows a forgotten subject to get a key again, a new one. What the forgotten keys have sealed stays unreadable.
    *
    * @return
    *   whether it was forgotten
    */
  def readmit(subject: String): Boolean

  /** The subjects that have a mark, in no order. If forgetting has failed, keys of some may be there still. Takes time
    * in proportion to their number.
    */
  def forgotten: Vector[ForgottenSubject]

  /** Whether [[Keys]] may use what it was given before. False once somebody else may have forgotten subjects, or if the
    * store is closed: then `Keys` removes all keys from memory, and asks the store for each value. It is called for
    * each value that is sealed or opened, so it must be fast.
    */
  def isHeld: Boolean = true

  /** Closes the store. Other methods fail from then on. */
  def close(): Unit
