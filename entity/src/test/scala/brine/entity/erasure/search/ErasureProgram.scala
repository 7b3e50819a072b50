package brine.entity.erasure.search

import brine.entity.erasure.*
import brine.journal.testkit.{Fault, FaultStorage}
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.SplittableRandom
import scala.collection.mutable

/** A random program of calls on keys, over a disk that fails, is cut from power, and has backups of its keys restored.
  * [[ErasureModel]] says what each call may give. No file ever has the key of a forgotten value.
  */
final class ErasureProgram(seed: Long):
  private val random   = SplittableRandom(seed)
  private val folder   = Path.of("/keys")
  private val master   = MasterKey.of("main", Array.fill[Byte](32)(seed.toByte))
  private val isPlain  = random.nextBoolean()
  private val settings = if isPlain then KeyFolderSettings.defaults else KeyFolderSettings.defaults.withMaster(master)
  private val subjects = ErasureBase.neighbours(3) ++ Vector("other-1", "other-2")

  private var disk   = FaultStorage(seed)
  private var store  = open()
  private var keys   = over(store)
  private val model  = ErasureModel()
  private val secret = mutable.HashMap.empty[Int, Array[Byte]]

  // Of the folder of keys, the oldest first
  private val backups = mutable.ArrayBuffer.empty[Vector[(Path, Array[Byte])]]
  private val trace   = mutable.ArrayBuffer.empty[String]

  def run(): Unit =
    try
      for _ <- 1 to 150 do step()
      restart(disk.crash(random.nextLong()))
      model.values.foreach(open)
      keys.close()
      store.close()
    catch
      case failed: Throwable =>
        throw AssertionError(s"seed $seed: ${failed.getMessage}\n  ${trace.takeRight(40).mkString("\n  ")}", failed)

  private def step(): Unit = random.nextInt(100) match
    case n if n < 26 => seal(any(subjects))
    case n if n < 52 => if model.values.nonEmpty then open(any(model.values.toVector))
    case n if n < 60 => forget(any(subjects))
    case n if n < 68 => readmit(any(subjects))
    case n if n < 74 => rotate(any(subjects))
    case n if n < 77 => ask(any(subjects))
    case n if n < 84 => fail()
    case n if n < 87 => restart(disk.crash(random.nextLong()))
    case n if n < 88 => restart(disk.processKill())
    case n if n < 93 => copy()
    case n if n < 94 => lose()
    case _           => restore()

  private def copy(): Unit =
    backups += disk.files.filter(_.startsWith(folder.resolve("keys"))).map(file => file -> disk.bytes(file))
    trace += s"backup ${backups.size - 1}"

  /** A copy of the disk lacks a file, which is noticed. */
  private def lose(): Unit =
    // So that all files are listed, also after a failure.
    restart(disk.processKill())
    val parts = Vector("keys", "forgotten").map(folder.resolve)
    val files = disk.files.filter(file => parts.exists(file.startsWith))
    // A list alone says nothing.
    if files.size > parts.size then
      val without = disk.processKill()
      val file    = any(files)
      without.delete(file)
      trace += s"lose $file"
      try
        open(without).close()
        throw AssertionError(s"nobody notices that $file is missing")
      catch
        case failed: ErasureException =>
          if failed.error != ErasureError.MissingFile(file.toString, 0) then throw failed

  private def any[A](of: Vector[A]): A = of(random.nextInt(of.size))

  private def open(): KeyFolder = open(disk)

  private def open(disk: FaultStorage): KeyFolder = KeyFolder.open(folder, settings, disk)

  private def over(store: KeyFolder): Keys =
    Keys.over(store, KeysSettings(subjectsInMemory = random.nextInt(4), valuesPerKey = 1 + random.nextInt(20)))

  /** The result of a call; None if the disk failed. */
  private def call[A](what: String)(body: => A): Option[A] =
    val before = disk.faults.size
    try
      val result = body
      trace += s"$what: $result"
      Some(result)
    catch
      case failed: ErasureException =>
        trace += s"$what: ${failed.error}"
        failed.error match
          case ErasureError.Unavailable(_, _) if disk.faults.size > before => None
          case _                                                           => throw failed

  private def seal(subject: String): Unit =
    val text = s"text-${model.values.size}"
    try
      call(s"seal $subject")(keys.seal(subject, text)).foreach: value =>
        model.hasSealed(ErasureModel.Value(subject, text, value))
        call("note")(store.get(subject)).foreach(_.keys.foreach(key => secret(key.number) = key.bytes))
    catch case failed: ErasureException if failed.error == ErasureError.Forgotten(subject) => model.hasRefused(subject)

  private def open(value: ErasureModel.Value): Unit =
    try call(s"open $value")(keys.open(value.sealedValue)).foreach(model.hasOpened(value, _))
    catch
      case failed: ErasureException =>
        failed.error match
          case ErasureError.MissingKey(_, _) => model.isMissing(value)
          case _                             => throw failed
    look()

  private def forget(subject: String): Unit =
    call(s"forget $subject")(keys.forget(subject)) match
      case Some(_) => model.hasForgotten(subject)
      case None    => model.mayHaveForgotten(subject)
    look()

  private def readmit(subject: String): Unit =
    call(s"readmit $subject")(keys.readmit(subject)) match
      case Some(was) => model.hasReadmitted(subject, was)
      case None      => model.mayHaveReadmitted(subject)

  private def rotate(subject: String): Unit =
    try call(s"rotate $subject")(keys.rotate(subject)).foreach(_ => model.hasSaid(subject, forgotten = false))
    catch case failed: ErasureException if failed.error == ErasureError.Forgotten(subject) => model.hasRefused(subject)

  private def ask(subject: String): Unit =
    call(s"ask $subject")(keys.isForgotten(subject)).foreach(model.hasSaid(subject, _))
    call("list")(keys.forgotten).foreach: all =>
      val listed = all.map(_.subject).toSet
      subjects.foreach(one => model.hasSaid(one, listed(one), isGone = false))

  private def fail(): Unit =
    val after = random.nextInt(6)
    disk.inject(random.nextInt(5) match
      case 0 => Fault.FailedWrite(after / 3)
      case 1 => Fault.FailedForce(after / 3)
      case 2 => Fault.FailedForceFolder(after / 2)
      case 3 => Fault.FailedChange(after)
      case _ => Fault.FailedRead(after))

  private def restart(on: FaultStorage): Unit =
    keys.close()
    store.close()
    disk = on
    store = open()
    keys = over(store)
    trace += s"restart, removed: ${store.removedAgain.map(_.subject)}"
    look()

  private def restore(): Unit =
    // Decided before, or nobody knows what the backup makes of it.
    subjects.foreach(ask)
    model.values.foreach(open)
    if backups.nonEmpty && model.values.forall(_.fate != ErasureModel.Fate.Open) then
      val after  = disk.processKill()
      val number = random.nextInt(backups.size)
      for (file, bytes) <- backups(number) do
        after.delete(file)
        val written = after.create(file)
        written.write(ByteBuffer.wrap(bytes), 0)
        written.force()
        written.close()
        after.forceFolder(file.getParent)
      trace += s"restore $number"
      restart(after)
      model.hasRestored(subjects.flatMap(store.get(_).keys.map(_.number)).toSet)

  /** No file has the key of a forgotten value. */
  private def look(): Unit =
    if isPlain then
      val files = disk.files.map(file => file -> disk.bytes(file))
      for
        number        <- model.goneKeys
        bytes         <- secret.get(number)
        (file, there) <- files
        if ErasureBase.contains(there, bytes)
      do throw AssertionError(s"$file has the forgotten key ${SubjectKey.text(number)}")
