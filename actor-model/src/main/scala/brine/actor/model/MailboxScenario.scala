package brine.actor.model

/** What happens to the one actor of a [[MailboxModel]].
  *
  * @param producers
  *   for each producer how many messages it sends, one after the other; a message `(p, i)` is the `i`-th of producer `p`, both
  *   from 0
  * @param workers
  *   threads that run the actor
  * @param batch
  *   messages a worker handles before it yields
  * @param chained
  *   producers that link all their messages and send them with one exchange, as a closed batch of a worker does
  * @param suspendAt
  *   messages whose handler suspends the actor; a process of its own resumes it later
  * @param putBackAt
  *   messages whose handler puts a message back before all that wait, as an actor does with what it has stashed
  * @param stopAt
  *   messages whose handler stops the actor
  * @param signals
  *   processes that each send so many plain signals
  * @param stopSignals
  *   processes that send a stop signal
  * @param owners
  *   processes that stop the actor by taking it when it is idle, and send a stop signal when it is not
  */
final case class MailboxScenario(
    producers: List[Int],
    workers: Int = 2,
    batch: Int = 64,
    chained: Set[Int] = Set.empty,
    suspendAt: Set[(Int, Int)] = Set.empty,
    putBackAt: Set[(Int, Int)] = Set.empty,
    stopAt: Set[(Int, Int)] = Set.empty,
    signals: List[Int] = Nil,
    stopSignals: Int = 0,
    owners: Int = 0
)
