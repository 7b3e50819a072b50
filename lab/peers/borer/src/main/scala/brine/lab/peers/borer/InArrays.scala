package brine.lab.peers.borer

import io.bullet.borer.Codec
import io.bullet.borer.derivation.ArrayBasedCodecs.*

import brine.lab.model.*

import Scalars.given

/** Codecs with records as arrays, enums as ordinals. */
private object InArrays:
  private given Codec[SiteType]          = Scalars.ordinal(SiteType.values)
  private given Codec[SiteFlag]          = Scalars.ordinal(SiteFlag.values)
  private given Codec[PageComponentType] = Scalars.ordinal(PageComponentType.values)

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
