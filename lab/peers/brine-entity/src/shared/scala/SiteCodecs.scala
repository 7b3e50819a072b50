package brine.lab.peers.entity

import brine.codec.Codec
import brine.lab.model.entity.{SiteChange, SiteReply, SiteRequest, SiteState}

/** The codecs of what is stored and of what entities are asked. */
private object SiteCodecs:
  given Codec[SiteRequest] = Codec.derived
  given Codec[SiteReply]   = Codec.derived
  given Codec[SiteChange]  = Codec.derived
  given Codec[SiteState]   = Codec.derived
