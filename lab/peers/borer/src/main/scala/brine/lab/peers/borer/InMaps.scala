package brine.lab.peers.borer

import io.bullet.borer.Codec
import io.bullet.borer.derivation.MapBasedCodecs.*

import brine.lab.model.*

import Scalars.given

/** Codecs with records as maps, enums by name. */
private object InMaps:
  private given Codec[SiteType]          = Scalars.name(SiteType.valueOf)
  private given Codec[SiteFlag]          = Scalars.name(SiteFlag.valueOf)
  private given Codec[PageComponentType] = Scalars.name(PageComponentType.valueOf)

  private given Codec[PageComponentData]     = deriveAllCodecs
  private given Codec[EntryPoint]            = deriveAllCodecs
  private given Codec[PageComponentPosition] = deriveCodec
  private given Codec[PageComponent]         = deriveCodec
  private given Codec[MetaTag]               = deriveCodec
  private given Codec[Domain]                = deriveCodec
  private given Codec[Page]                  = deriveCodec

  val site: Codec[Site]           = deriveCodec
  val siteEvent: Codec[SiteEvent] = deriveAllCodecs
  val dataEvent: Codec[DataEvent] = deriveCodec

  given olderEvent: Codec[older.PageEvent]   = deriveAllCodecs
  given newerEvent: Codec[newer.PageEvent]   = deriveAllCodecs
  val olderHistory: Codec[older.PageHistory] = deriveCodec
  val newerHistory: Codec[newer.PageHistory] = deriveCodec
