package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.PeerCatalog
import java.nio.file.Path

/** What is to be measured: rows, whose class paths the catalogue has, and cases.
  *
  * @param seconds
  *   how long it may take
  * @param jvmOptions
  *   options for every JVM
  */
final case class Measurement(
    catalog: PeerCatalog,
    rows: List[LibraryRow],
    cases: List[String],
    seconds: Double,
    jvmOptions: List[String],
    logs: Path
)

/** Measures rows. */
trait Measuring:
  /** Measures sizes, times and allocation. Each cell goes to `emit` as soon as it is known.
    *
    * @param said
    *   receives what a person wants to know meanwhile
    */
  def run(what: Measurement, cancellation: Cancellation, said: String => Unit)(emit: Cell => Unit): Unit

  /** Seconds that measuring these rows takes. */
  def estimate(rows: Int, seconds: Double): Double
