package brine.pekko.persistence.query

import com.typesafe.config.Config
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.persistence.query.ReadJournalProvider

/** Makes the read journal. Pekko creates it, by its name in the configuration. */
final class BrineReadJournalProvider(system: ExtendedActorSystem, config: Config) extends ReadJournalProvider:
  private val scala = BrineReadJournal(system, config)
  private val java  = JavaReadJournal(scala)

  override def scaladslReadJournal(): BrineReadJournal = scala

  override def javadslReadJournal(): JavaReadJournal = java
