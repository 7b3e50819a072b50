package brine.lab.peers.playjson

import java.time.Instant

import play.api.libs.json.{Format, JsSuccess, Json, OFormat, Reads, Writes}

import brine.lab.model.*

/** One format a type, by macro; the model's types do not know play-json. Its macro takes no case class without fields.
  */
private object Formats:
  private given Format[SiteType] =
    Format(Reads.StringReads.map(SiteType.valueOf), Writes.StringWrites.contramap(_.name))
  private given Format[SiteFlag] =
    Format(Reads.StringReads.map(SiteFlag.valueOf), Writes.StringWrites.contramap(_.name))
  private given Format[PageComponentType] =
    Format(Reads.StringReads.map(PageComponentType.valueOf), Writes.StringWrites.contramap(_.name))
  private given Format[Instant] =
    Format(Reads.LongReads.map(Instant.ofEpochMilli), Writes.LongWrites.contramap(_.toEpochMilli))

  private given OFormat[TextComponentData]    = Json.format
  private given OFormat[ButtonComponentData]  = Json.format
  private given OFormat[BlogComponentData]    = Json.format
  private given Format[PageComponentData]     = Json.format
  private given OFormat[DomainEntryPoint]     = Json.format
  private given OFormat[FreeEntryPoint]       = Json.format
  private given Format[EntryPoint]            = Json.format
  private given Format[PageComponentPosition] = Json.format
  private given Format[PageComponent]         = Json.format
  private given Format[MetaTag]               = Json.format
  private given Format[Domain]                = Json.format
  private given Format[Page]                  = Json.format

  private given OFormat[SiteCreated]                = Json.format
  private given OFormat[SiteNameSet]                = Json.format
  private given OFormat[SiteDescriptionSet]         = Json.format
  private given OFormat[SiteRevisionSet]            = Json.format
  private given OFormat[SitePublished]              = OFormat(_ => JsSuccess(SitePublished()), _ => Json.obj())
  private given OFormat[SiteUnpublished]            = OFormat(_ => JsSuccess(SiteUnpublished()), _ => Json.obj())
  private given OFormat[SiteFlagAdded]              = Json.format
  private given OFormat[SiteFlagRemoved]            = Json.format
  private given OFormat[DomainAdded]                = Json.format
  private given OFormat[DomainRemoved]              = Json.format
  private given OFormat[PrimaryDomainSet]           = Json.format
  private given OFormat[DefaultMetaTagAdded]        = Json.format
  private given OFormat[DefaultMetaTagRemoved]      = Json.format
  private given OFormat[PageAdded]                  = Json.format
  private given OFormat[PageRemoved]                = Json.format
  private given OFormat[PageNameSet]                = Json.format
  private given OFormat[PageMetaTagAdded]           = Json.format
  private given OFormat[PageMetaTagRemoved]         = Json.format
  private given OFormat[PageComponentAdded]         = Json.format
  private given OFormat[PageComponentRemoved]       = Json.format
  private given OFormat[PageComponentPositionSet]   = Json.format
  private given OFormat[PageComponentPositionReset] = Json.format
  private given OFormat[TextComponentDataSet]       = Json.format
  private given OFormat[ButtonComponentDataSet]     = Json.format
  private given OFormat[BlogComponentDataSet]       = Json.format
  private given OFormat[DomainEntryPointAdded]      = Json.format
  private given OFormat[FreeEntryPointAdded]        = Json.format
  private given OFormat[EntryPointRemoved]          = Json.format
  private given OFormat[PrimaryEntryPointSet]       = Json.format

  val site: Format[Site]           = Json.format
  val siteEvent: Format[SiteEvent] = Json.format
  val dataEvent: Format[DataEvent] = Json.format
