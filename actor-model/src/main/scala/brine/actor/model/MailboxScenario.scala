package brine.actor.model

/** What happens to the one actor of a [[MailboxModel]].
  *
  * A message `(p, i)` is the `i`-th message of producer `p`, both from 0.
  *
  * @param producers
  *   number of messages of each producer, which sends them one after the other
  * @param workers
  *   number of threads that run the actor
  * @param batch
  *   number of messages that a worker handles before it yields
  * @param chained
  *   producers that link all their messages and send them with one exchange, as a closed batch of a worker does
  * @param suspendAt
  *   messages whose handler suspends the actor; a separate process resumes it later
  * @param putBackAt
  *   messages whose handler puts a message back before all waiting ones, as `unstashAll` does
  * @param stopAt
  *   messages whose handler stops the actor
  * @param signals
  *   number of plain signals that each of these processes sends
  * @param stopSignals
  *   number of processes that send a stop signal
  * @param owners
  *   number of processes that stop the actor: they take it if it is idle, and otherwise send a stop signal
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
