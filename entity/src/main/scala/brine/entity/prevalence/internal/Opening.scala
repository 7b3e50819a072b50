package brine.entity.prevalence.internal

import brine.entity.prevalence.{PrevalenceSettings, PrevalentSystem}
import brine.journal.{EventLog, Journal, JournalSettings, Offset, StoreThread}
import java.nio.file.Path
import java.util.Objects

/** Opens systems, whatever their states are. */
private[prevalence] object Opening:
  def requireAll(settings: PrevalenceSettings, system: Any): Unit =
    Objects.requireNonNull(settings, "settings"): Unit
    Objects.requireNonNull(system, "system"): Unit

  def requireLog(log: EventLog): Unit = Objects.requireNonNull(log, "log"): Unit

  /** Opens the journal of a folder for a system, and closes it if the system cannot be opened. */
  def open[A](folder: Path, settings: JournalSettings)(begin: EventLog => A): A =
    Objects.requireNonNull(folder, "folder"): Unit
    Objects.requireNonNull(settings, "journal"): Unit
    val log = Journal.open(folder, settings)
    try begin(log)
    catch
      case failed: Throwable =>
        try log.close()
        catch case more: Throwable => failed.addSuppressed(more)
        throw failed

  /** Builds the state of a system from a log. */
  def begin[T[+_], S](
      log: EventLog,
      settings: PrevalenceSettings,
      system: PrevalentSystem[T, S],
      isInPlace: Boolean
  ): (Replay[T, S], Engine[T, S]) =
    StoreThread.requireOther(s"opening the prevalent system '${system.name}'")
    val replay = Replay(system)
    val saved  = replay.saved(log, Offset(Long.MaxValue))
    val start  = replay.load(log, saved.getOrElse(replay.initial(log)))(_ => true)
    (replay, Engine(system, log, settings, replay, start, saved.fold(0L)(_.version), isInPlace))
