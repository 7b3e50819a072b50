package brine.entity.projection.internal

import jdk.jfr.*

// The flight recorder reads the names, labels and fields of these classes; their types are those that it can store.

@Name("brine.ProjectionBatch") @Label("Projection Batch") @Category(Array("Brine")) @StackTrace(false)
private[internal] final class BatchEvent extends Event:
  @Label("Projection") var projection: String                                       = null
  @Label("Records") var records: Int                                                = 0
  @Label("Position") var position: Long                                             = 0L
  @Label("Lag") @Description("Records of the log after the position") var lag: Long = 0L

@Name("brine.ProjectionFailure") @Label("Projection Failure") @Category(Array("Brine")) @StackTrace(false)
private[internal] final class FailureEvent extends Event:
  @Label("Projection") var projection: String                                               = null
  @Label("Position") var position: Long                                                     = 0L
  @Label("Problem") var problem: String                                                     = null
  @Label("Attempt") var attempt: Int                                                        = 0
  @Label("Set Aside") @Description("Whether the record was set aside") var isAside: Boolean = false

private[internal] object FailureEvent:
  def tell(projection: String, position: Long, problem: String, attempt: Int, isAside: Boolean): Unit =
    val event = FailureEvent()
    if event.isEnabled then
      event.projection = projection
      event.position = position
      event.problem = problem
      event.attempt = attempt
      event.isAside = isAside
      event.commit()
