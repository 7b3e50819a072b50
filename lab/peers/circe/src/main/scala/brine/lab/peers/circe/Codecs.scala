package brine.lab.peers.circe

import java.time.Instant

import io.circe.{Codec, Decoder, Encoder}

import brine.lab.model.*

/** One codec a type, derived; the model's types do not know circe. */
private object Codecs:
  private given Codec[SiteType] = Codec.from(Decoder[String].map(SiteType.valueOf), Encoder[String].contramap(_.name))
  private given Codec[SiteFlag] = Codec.from(Decoder[String].map(SiteFlag.valueOf), Encoder[String].contramap(_.name))
  private given Codec[PageComponentType] =
    Codec.from(Decoder[String].map(PageComponentType.valueOf), Encoder[String].contramap(_.name))
  private given Codec[Instant] =
    Codec.from(Decoder[Long].map(Instant.ofEpochMilli), Encoder[Long].contramap(_.toEpochMilli))

  private given Codec[TextComponentData]     = Codec.AsObject.derived
  private given Codec[ButtonComponentData]   = Codec.AsObject.derived
  private given Codec[BlogComponentData]     = Codec.AsObject.derived
  private given Codec[PageComponentData]     = Codec.AsObject.derived
  private given Codec[DomainEntryPoint]      = Codec.AsObject.derived
  private given Codec[FreeEntryPoint]        = Codec.AsObject.derived
  private given Codec[EntryPoint]            = Codec.AsObject.derived
  private given Codec[PageComponentPosition] = Codec.AsObject.derived
  private given Codec[PageComponent]         = Codec.AsObject.derived
  private given Codec[MetaTag]               = Codec.AsObject.derived
  private given Codec[Domain]                = Codec.AsObject.derived
  private given Codec[Page]                  = Codec.AsObject.derived

  private given Codec[SiteCreated]                = Codec.AsObject.derived
  private given Codec[SiteNameSet]                = Codec.AsObject.derived
  private given Codec[SiteDescriptionSet]         = Codec.AsObject.derived
  private given Codec[SiteRevisionSet]            = Codec.AsObject.derived
  private given Codec[SitePublished]              = Codec.AsObject.derived
  private given Codec[SiteUnpublished]            = Codec.AsObject.derived
  private given Codec[SiteFlagAdded]              = Codec.AsObject.derived
  private given Codec[SiteFlagRemoved]            = Codec.AsObject.derived
  private given Codec[DomainAdded]                = Codec.AsObject.derived
  private given Codec[DomainRemoved]              = Codec.AsObject.derived
  private given Codec[PrimaryDomainSet]           = Codec.AsObject.derived
  private given Codec[DefaultMetaTagAdded]        = Codec.AsObject.derived
  private given Codec[DefaultMetaTagRemoved]      = Codec.AsObject.derived
  private given Codec[PageAdded]                  = Codec.AsObject.derived
  private given Codec[PageRemoved]                = Codec.AsObject.derived
  private given Codec[PageNameSet]                = Codec.AsObject.derived
  private given Codec[PageMetaTagAdded]           = Codec.AsObject.derived
  private given Codec[PageMetaTagRemoved]         = Codec.AsObject.derived
  private given Codec[PageComponentAdded]         = Codec.AsObject.derived
  private given Codec[PageComponentRemoved]       = Codec.AsObject.derived
  private given Codec[PageComponentPositionSet]   = Codec.AsObject.derived
  private given Codec[PageComponentPositionReset] = Codec.AsObject.derived
  private given Codec[TextComponentDataSet]       = Codec.AsObject.derived
  private given Codec[ButtonComponentDataSet]     = Codec.AsObject.derived
  private given Codec[BlogComponentDataSet]       = Codec.AsObject.derived
  private given Codec[DomainEntryPointAdded]      = Codec.AsObject.derived
  private given Codec[FreeEntryPointAdded]        = Codec.AsObject.derived
  private given Codec[EntryPointRemoved]          = Codec.AsObject.derived
  private given Codec[PrimaryEntryPointSet]       = Codec.AsObject.derived

  val site: Codec[Site]           = Codec.AsObject.derived
  val siteEvent: Codec[SiteEvent] = Codec.AsObject.derived
  val dataEvent: Codec[DataEvent] = Codec.AsObject.derived
