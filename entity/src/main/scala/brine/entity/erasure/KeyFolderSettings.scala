package brine.entity.erasure

import java.util.{List as JavaList, Objects, Optional}
import scala.jdk.CollectionConverters.*

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
  * @param acceptsMissing
  *   whether the folder is opened although files are missing that it has had. The keys in them are lost then: their
  *   values are [[ErasureError.MissingKey]]. Marks of forgotten subjects in them are lost as well. Set it once, if
  *   there is no backup of these files
  * @throws IllegalArgumentException
  *   if two master keys have the same name
  */
final case class KeyFolderSettings(
    master: Optional[MasterKey] = Optional.empty,
    former: JavaList[MasterKey] = JavaList.of(),
    readsPlain: Boolean = false,
    acceptsMissing: Boolean = false
):
  Objects.requireNonNull(master, "master"): Unit
  Objects.requireNonNull(former, "former"): Unit
  KeyFolderSettings.requireDistinct(master.stream.toList.asScala ++ former.asScala)

  /** Returns the settings with this [[master]] key. */
  def withMaster(master: MasterKey): KeyFolderSettings = copy(master = Optional.of(master))

  /** Returns the settings with these [[former]] master keys. */
  def withFormer(former: JavaList[MasterKey]): KeyFolderSettings = copy(former = JavaList.copyOf(former))

  /** Returns the settings with this [[readsPlain]]. */
  def withReadsPlain(readsPlain: Boolean): KeyFolderSettings = copy(readsPlain = readsPlain)

  /** Returns the settings with this [[acceptsMissing]]. */
  def withAcceptsMissing(acceptsMissing: Boolean): KeyFolderSettings = copy(acceptsMissing = acceptsMissing)

object KeyFolderSettings:
  /** Plain keys. */
  val defaults: KeyFolderSettings = KeyFolderSettings()

  private def requireDistinct(keys: Iterable[MasterKey]): Unit =
    keys
      .groupBy(_.name)
      .foreach((name, same) => require(same.size == 1, s"two master keys have the name '$name'"))
