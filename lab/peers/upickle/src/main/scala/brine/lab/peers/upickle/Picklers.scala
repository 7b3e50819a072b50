package brine.lab.peers.upickle

import java.time.Instant

import _root_.upickle.default.*

import brine.lab.model.*

/** One pickler a type, derived; the model's types do not know uPickle. */
private object Picklers:
  private given ReadWriter[SiteType]          = readwriter[String].bimap(_.name, SiteType.valueOf)
  private given ReadWriter[SiteFlag]          = readwriter[String].bimap(_.name, SiteFlag.valueOf)
  private given ReadWriter[PageComponentType] = readwriter[String].bimap(_.name, PageComponentType.valueOf)
  private given ReadWriter[Instant]           = readwriter[Long].bimap(_.toEpochMilli, Instant.ofEpochMilli)

  private given ReadWriter[TextComponentData]     = macroRW
  private given ReadWriter[ButtonComponentData]   = macroRW
  private given ReadWriter[BlogComponentData]     = macroRW
  private given ReadWriter[PageComponentData]     = macroRW
  private given ReadWriter[DomainEntryPoint]      = macroRW
  private given ReadWriter[FreeEntryPoint]        = macroRW
  private given ReadWriter[EntryPoint]            = macroRW
  private given ReadWriter[PageComponentPosition] = macroRW
  private given ReadWriter[PageComponent]         = macroRW
  private given ReadWriter[MetaTag]               = macroRW
  private given ReadWriter[Domain]                = macroRW
  private given ReadWriter[Page]                  = macroRW

  private given ReadWriter[SiteCreated]                = macroRW
  private given ReadWriter[SiteNameSet]                = macroRW
  private given ReadWriter[SiteDescriptionSet]         = macroRW
  private given ReadWriter[SiteRevisionSet]            = macroRW
  private given ReadWriter[SitePublished]              = macroRW
  private given ReadWriter[SiteUnpublished]            = macroRW
  private given ReadWriter[SiteFlagAdded]              = macroRW
  private given ReadWriter[SiteFlagRemoved]            = macroRW
  private given ReadWriter[DomainAdded]                = macroRW
  private given ReadWriter[DomainRemoved]              = macroRW
  private given ReadWriter[PrimaryDomainSet]           = macroRW
  private given ReadWriter[DefaultMetaTagAdded]        = macroRW
  private given ReadWriter[DefaultMetaTagRemoved]      = macroRW
  private given ReadWriter[PageAdded]                  = macroRW
  private given ReadWriter[PageRemoved]                = macroRW
  private given ReadWriter[PageNameSet]                = macroRW
  private given ReadWriter[PageMetaTagAdded]           = macroRW
  private given ReadWriter[PageMetaTagRemoved]         = macroRW
  private given ReadWriter[PageComponentAdded]         = macroRW
  private given ReadWriter[PageComponentRemoved]       = macroRW
  private given ReadWriter[PageComponentPositionSet]   = macroRW
  private given ReadWriter[PageComponentPositionReset] = macroRW
  private given ReadWriter[TextComponentDataSet]       = macroRW
  private given ReadWriter[ButtonComponentDataSet]     = macroRW
  private given ReadWriter[BlogComponentDataSet]       = macroRW
  private given ReadWriter[DomainEntryPointAdded]      = macroRW
  private given ReadWriter[FreeEntryPointAdded]        = macroRW
  private given ReadWriter[EntryPointRemoved]          = macroRW
  private given ReadWriter[PrimaryEntryPointSet]       = macroRW

  val site: ReadWriter[Site]           = macroRW
  val siteEvent: ReadWriter[SiteEvent] = macroRW
  val dataEvent: ReadWriter[DataEvent] = macroRW
