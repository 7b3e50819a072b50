package brine.pekko.javaapi

import brine.entity.Entity
import brine.entity.javaapi.JavaEntityRef
import brine.journal.EventLog
import brine.pekko.{PekkoEntities, PekkoEntitySettings}
import org.apache.pekko.actor.typed.ActorSystem

/** The entities of one type on the nodes of a Pekko cluster, for Java programs: [[brine.pekko.PekkoEntities]] with
  * Java's types. The entity is defined in Scala. Thread-safe.
  *
  * {{{
  * var accounts = JavaPekkoEntities.start(system, log, Accounts$.MODULE$, PekkoEntitySettings.defaults());
  * long cents = accounts.entity("ada").ask(Account.Deposit.apply(500), Long.class);
  * }}}
  */
final class JavaPekkoEntities[C[+_]] private (entities: PekkoEntities[C]):
  /** The entity with this id, on whatever node it is.
    *
    * @throws IllegalArgumentException
    *   if the id is empty or not Unicode text, or longer than 1,023 characters together with the entities' name
    */
  def entity(id: String): JavaEntityRef[C] = JavaEntityRef.of(entities(id))

  /** Number of entities in the memory of this node. */
  def inMemory: Int = entities.inMemory

  /** Number of commands that this node has sent, to any node, and that have no outcome. */
  def pending: Int = entities.pending

  override def toString: String = entities.toString

object JavaPekkoEntities:
  /** Starts the entities of a type on this node. Fails as [[brine.pekko.PekkoEntities.start]] does.
    *
    * @param log
    *   the log that all nodes share; it must be open as long as the system runs
    */
  def start[C[+_], E, S](
      system: ActorSystem[?],
      log: EventLog,
      entity: Entity[C, E, S],
      settings: PekkoEntitySettings
  ): JavaPekkoEntities[C] = new JavaPekkoEntities(PekkoEntities.start(system, log, settings)(entity))
