package brine.lab.peers.scalapb

import brine.lab.model.{Site, SiteEvent}
import brine.lab.peers.pb.{SiteEventPb, SitePb}

/** The peer's conversion to generated classes, which is its own otherwise. */
object GeneratedSites:
  def site(site: Site): SitePb             = Conversion.toPb(site)
  def event(event: SiteEvent): SiteEventPb = EventConversion.wrap(event)
