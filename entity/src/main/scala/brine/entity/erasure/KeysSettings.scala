package brine.entity.erasure

/** Settings of [[Keys]]. Immutable.
  *
  * @param subjectsInMemory
  *   number of subjects whose keys stay in memory, those that were used last; zero or more. With zero each call reads
  *   the store
  * @param valuesPerKey
  *   number of values that this process seals with a key before it rotates the key; 1 to [[KeysSettings.MostValues]]
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class KeysSettings(subjectsInMemory: Int = 10_000, valuesPerKey: Long = 1L << 24):
  require(subjectsInMemory >= 0, s"subjectsInMemory is $subjectsInMemory: it must be zero or more")
  require(
    valuesPerKey >= 1 && valuesPerKey <= KeysSettings.MostValues,
    s"valuesPerKey is $valuesPerKey: it must be 1 to ${KeysSettings.MostValues}"
  )

  /** Returns the settings with this [[subjectsInMemory]]. */
  def withSubjectsInMemory(subjectsInMemory: Int): KeysSettings = copy(subjectsInMemory = subjectsInMemory)

  /** Returns the settings with this [[valuesPerKey]]. */
  def withValuesPerKey(valuesPerKey: Long): KeysSettings = copy(valuesPerKey = valuesPerKey)

object KeysSettings:
  /** The most values that a key of AES-GCM may seal with random nonces (NIST SP 800-38D): two of them have the same
    * nonce with a probability below 2⁻³².
    */
  final val MostValues = 1L << 32

  /** The defaults. */
  val defaults: KeysSettings = KeysSettings()
