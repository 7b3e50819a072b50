package brine.journal.testkit

import brine.effort.Effort
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What the simulations share: the whole journal on a storage that fails, many faults of each kind. Counts are
  * printed; `docs/faults.md` lists the kinds and what has to hold.
  */
abstract class SimulationSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 15.minutes

  /** How many of each kind. */
  protected val faults: Int = Effort.faults

  /** An empty disk with the folder that a journal's folder is made in. */
  protected def disk(seed: Long): FaultStorage =
    val storage = FaultStorage(seed)
    storage.createFolder(SimulatedRun.folder.getParent)
    storage.forceFolder(SimulatedRun.folder.getRoot)
    storage
