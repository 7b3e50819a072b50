package brine.journal.flight

import java.nio.file.Path
import jdk.jfr.*

// The flight recorder reads the names, labels and fields of this class; their types are those that it can store.

@Name("brine.JournalDamage") @Label("Journal Damage") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class DamageEvent extends Event:
  @Label("File") var file: String       = null
  @Label("Position") var position: Long = 0L
  @Label("Problem") var problem: String = null

private[journal] object DamageEvent:
  def tell(file: Path, position: Long, problem: String): Unit =
    val event = DamageEvent()
    if event.isEnabled then
      event.file = file.toString
      event.position = position
      event.problem = problem
      event.commit()
