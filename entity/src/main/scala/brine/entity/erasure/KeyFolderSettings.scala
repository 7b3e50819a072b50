package brine.entity.erasure

import java.util.Objects

/** How the keys of a [[KeyFolder]] are protected. Immutable.
  *
  * @param master
  *   encrypts the keys in the files; without one they are plain, and who reads the files reads all values
  * @param former
  *   earlier master keys, whose keys can still be read; [[KeyFolder.rewrap]] replaces them
  * @param readsPlain
  *   whether plain keys are read though there is a master key. Otherwise they are refused, because somebody without the
  *   master key could have put them there. Set it while [[KeyFolder.rewrap]] encrypts the keys of a folder that had no
  *   master key
  * @throws IllegalArgumentException
  *   if two master keys have the same name
  */
final case class KeyFolderSettings(
    master: Option[MasterKey] = None,
    former: Vector[MasterKey] = Vector.empty,
    readsPlain: Boolean = false
):
  Objects.requireNonNull(master, "master"): Unit
  Objects.requireNonNull(former, "former"): Unit
  (master ++ former)
    .groupBy(_.name)
    .foreach((name, keys) => require(keys.size == 1, s"two master keys have the name '$name'"))

  /** Returns the settings with this [[master]] key. */
  def withMaster(master: MasterKey): KeyFolderSettings = copy(master = Some(master))

  /** Returns the settings with these [[former]] master keys. */
  def withFormer(former: Vector[MasterKey]): KeyFolderSettings = copy(former = former)

  /** Returns the settings with this [[readsPlain]]. */
  def withReadsPlain(readsPlain: Boolean): KeyFolderSettings = copy(readsPlain = readsPlain)

object KeyFolderSettings:
  /** Plain keys. */
  val defaults: KeyFolderSettings = KeyFolderSettings()
