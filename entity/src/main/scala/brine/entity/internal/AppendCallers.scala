package brine.entity.internal

/** Callers that wait for one append. Immutable, so that the log's thread may answer them while the entity continues.
  *
  * @param offsetBefore
  *   offset of the entity's last event before the append
  * @param recordsBefore
  *   number of records of the append before the entity's events
  */
private[internal] final class AppendCallers(requests: Array[EntityRequest], offsetBefore: Long, recordsBefore: Int):
  /** Answers them, now that the events are durable. Those that have an outcome keep it.
    *
    * @param first
    *   offset of the first record
    */
  def answer(first: Long): Unit =
    var at = 0
    while at < requests.length do
      requests(at).answerAppended(first, recordsBefore, offsetBefore)
      at += 1
