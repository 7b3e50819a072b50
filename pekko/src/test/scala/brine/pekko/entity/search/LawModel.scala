package brine.pekko.entity.search

import brine.entity.*
import brine.entity.testkit.EntityTest
import java.util.UUID
import scala.util.control.NonFatal

/** What accounts must do: a fold, without actors, log or time. */
final class LawModel(entity: AccountEntity):
  private type Fold = EntityTest[Account, AccountEvent, AccountState]

  private var accounts = Map.empty[String, Fold]
  private var replies  = Map.empty[UUID, Any]

  private def fold(account: String): Fold = accounts.getOrElse(account, EntityTest(entity))

  /** The reply to a command; None if it fails. */
  def run(step: LawProgram.Step): Option[Any] =
    step.key
      .flatMap(replies.get)
      .orElse:
        try
          val decided = fold(step.account).when(step.command)
          accounts = accounts.updated(step.account, decided.entity)
          step.key.foreach(key => replies = replies.updated(key, decided.reply))
          Some(decided.reply)
        catch case NonFatal(_) => None

  def names: Iterable[String] = accounts.keys

  def events(account: String): Vector[AccountEvent] = fold(account).events

  def state(account: String): AccountState = fold(account).state
