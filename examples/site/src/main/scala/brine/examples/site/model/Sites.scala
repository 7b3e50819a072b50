package brine.examples.site.model

import brine.codec.Codec
import brine.entity.{At, Commands, Decision, Entity}
import java.time.temporal.ChronoUnit.MILLIS
import java.util.UUID
import scala.annotation.tailrec

/** A site, and the number of its events.
  *
  * @param site
  *   none before it is created
  */
final case class SiteState(version: Long, site: Option[Site]) derives Codec

/** What the service asks the entity of a site. */
enum SiteAsk[+R] derives Commands:
  /** Executes all of the commands, or none.
    *
    * @param basedOn
    *   the version that the sender has seen. If the site has another one, nothing is executed. None: whatever it has
    * @param request
    *   a number that the reply repeats. A reply with another one is that to an earlier request with the same key
    */
  case Change(site: UUID, commands: Vector[SiteCommand], basedOn: Option[Long], request: Long = 0)
      extends SiteAsk[Changed]

  /** The site, as far as it is durable. */
  case Look extends SiteAsk[SiteState]

/** What became of commands. Each case has the number of the request; 0 in replies of versions that had none. */
enum Changed derives Codec:
  def request: Long

  /** @param version
    *   the version after them
    */
  case Accepted(version: Long, events: Int, request: Long = 0)

  /** @param command
    *   place of the refused command among those that were sent, from 0
    */
  case Refused(command: Int, refusal: Refusal, request: Long = 0)

  /** @param version
    *   the version that the site has
    */
  case Stale(version: Long, request: Long = 0)

/** A site as an event-sourced entity: two pure functions. */
object Sites extends Entity[SiteAsk, SiteChange, SiteState]("site"):
  def initial: SiteState = SiteState(0, None)

  def decide[R](state: SiteState, ask: SiteAsk[R])(using at: At): Decision[SiteChange, R] = ask match
    case SiteAsk.Look        => Decision.reply(state)
    case ask: SiteAsk.Change =>
      if ask.basedOn.exists(_ != state.version) then Decision.reply(Changed.Stale(state.version, ask.request))
      else change(ask, state)

  def evolve(state: SiteState, change: SiteChange): SiteState =
    SiteState(state.version + 1, SiteFold(state.site, change.event, change.at))

  /** Each command is decided on the state that the commands before it lead to. */
  private def change(ask: SiteAsk.Change, state: SiteState)(using at: At): Decision[SiteChange, Changed] =
    val time = at.time.truncatedTo(MILLIS) // as exact as JSON shows it

    @tailrec def next(number: Int, state: SiteState, changes: Vector[SiteChange]): Decision[SiteChange, Changed] =
      if number == ask.commands.size then
        new Decision(changes, Changed.Accepted(state.version, changes.size, ask.request))
      else
        SiteRules.decide(ask.site, state.site, ask.commands(number)) match
          case Left(refusal) => Decision.reply(Changed.Refused(number, refusal, ask.request))
          case Right(events) =>
            val more = events.map(SiteChange(_, time))
            next(number + 1, more.foldLeft(state)(evolve), changes ++ more)

    next(0, state, Vector.empty)
