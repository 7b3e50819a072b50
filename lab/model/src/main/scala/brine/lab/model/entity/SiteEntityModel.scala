package brine.lab.model.entity

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import java.util.{Arrays, List => JList, UUID}

import brine.lab.model._
import brine.lab.peer.{EntityModel, EntityReply, EntityRequest}

/** The site for the lab: requests by number, and a site in memory to compare with. Immutable. */
final class SiteEntityModel extends EntityModel {
  import SiteEntityModel._

  /** A site of one page with one text: ten events. */
  def creating(id: String): JList[EntityRequest] = Arrays.asList(
    request(
      0,
      CreateSite(idOf(id), idOf("owner of " + id), SiteType.Html5, "New site", "A site without words so far.")
    ),
    request(0, AddPage(FirstPage, "start")),
    request(0, AddPageComponent(FirstPage, FirstText, TextComponentData("A first text"), None))
  )

  def change(number: Long): EntityRequest = {
    val draws = new SiteDraws(number)
    val kind  = draws.below(10)
    request(
      number,
      if (kind < 4) EditPageComponent(FirstText, TextComponentData(draws.words(12)))
      else if (kind == 4)
        MovePageComponent(FirstText, Some(PageComponentPosition(draws.below(2000), draws.below(9000))))
      else if (kind == 5) RenamePage(FirstPage, draws.words(2))
      else if (kind == 6) SetPageMetaTag(FirstPage, "og:title", draws.words(3))
      else if (kind == 7) SetDefaultMetaTag("og:description", draws.words(6))
      else if (kind == 8) DescribeSite(draws.words(20))
      else PublishSite()
    )
  }

  val query: EntityRequest = request(0, GetSite())

  def any(id: String, number: Long): EntityRequest = request(number, new AnySiteCommand(id, number).command)

  def expected(): EntityModel.Expected = new InMemory
}

object SiteEntityModel {
  private val Begin = Instant.parse("2016-05-24T10:00:00Z")

  private[entity] val FirstPage: String = "/"
  private[entity] val FirstText: UUID   = idOf("the first text")

  /** Requests are a second apart. */
  private def request(number: Long, command: SiteCommand): EntityRequest =
    SiteRequest(command, Begin.plusSeconds(Math.floorMod(number, 100000000L)))

  private[entity] def idOf(name: String): UUID = UUID.nameUUIDFromBytes(name.getBytes(UTF_8))

  private final class InMemory extends EntityModel.Expected {
    private var now = SiteState.initial

    def execute(request: EntityRequest): EntityReply = {
      val decision = SiteEntity.decide(now, request.asInstanceOf[SiteRequest])
      now = SiteEntity.evolve(now, decision.changes)
      decision.reply
    }

    def state: Object = now
  }
}
