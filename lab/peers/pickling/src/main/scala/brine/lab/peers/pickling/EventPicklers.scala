package brine.lab.peers.pickling

import scala.pickling.PicklerUnpickler
import scala.pickling.Defaults._

import brine.lab.model._

import ScalarPicklers._
import SitePicklers.{pageComponentPosition, Both}

private object EventPicklers {
  implicit val siteCreated: Both[SiteCreated]                     = PicklerUnpickler.generate[SiteCreated]
  implicit val siteNameSet: Both[SiteNameSet]                     = PicklerUnpickler.generate[SiteNameSet]
  implicit val siteDescriptionSet: Both[SiteDescriptionSet]       = PicklerUnpickler.generate[SiteDescriptionSet]
  implicit val siteRevisionSet: Both[SiteRevisionSet]             = PicklerUnpickler.generate[SiteRevisionSet]
  implicit val sitePublished: Both[SitePublished]                 = PicklerUnpickler.generate[SitePublished]
  implicit val siteUnpublished: Both[SiteUnpublished]             = PicklerUnpickler.generate[SiteUnpublished]
  implicit val siteFlagAdded: Both[SiteFlagAdded]                 = PicklerUnpickler.generate[SiteFlagAdded]
  implicit val siteFlagRemoved: Both[SiteFlagRemoved]             = PicklerUnpickler.generate[SiteFlagRemoved]
  implicit val domainAdded: Both[DomainAdded]                     = PicklerUnpickler.generate[DomainAdded]
  implicit val domainRemoved: Both[DomainRemoved]                 = PicklerUnpickler.generate[DomainRemoved]
  implicit val primaryDomainSet: Both[PrimaryDomainSet]           = PicklerUnpickler.generate[PrimaryDomainSet]
  implicit val defaultMetaTagAdded: Both[DefaultMetaTagAdded]     = PicklerUnpickler.generate[DefaultMetaTagAdded]
  implicit val defaultMetaTagRemoved: Both[DefaultMetaTagRemoved] = PicklerUnpickler.generate[DefaultMetaTagRemoved]
  implicit val pageAdded: Both[PageAdded]                         = PicklerUnpickler.generate[PageAdded]
  implicit val pageRemoved: Both[PageRemoved]                     = PicklerUnpickler.generate[PageRemoved]
  implicit val pageNameSet: Both[PageNameSet]                     = PicklerUnpickler.generate[PageNameSet]
  implicit val pageMetaTagAdded: Both[PageMetaTagAdded]           = PicklerUnpickler.generate[PageMetaTagAdded]
  implicit val pageMetaTagRemoved: Both[PageMetaTagRemoved]       = PicklerUnpickler.generate[PageMetaTagRemoved]
  implicit val pageComponentAdded: Both[PageComponentAdded]       = PicklerUnpickler.generate[PageComponentAdded]
  implicit val pageComponentRemoved: Both[PageComponentRemoved]   = PicklerUnpickler.generate[PageComponentRemoved]
  implicit val pageComponentPositionSet: Both[PageComponentPositionSet] =
    PicklerUnpickler.generate[PageComponentPositionSet]
  implicit val pageComponentPositionReset: Both[PageComponentPositionReset] =
    PicklerUnpickler.generate[PageComponentPositionReset]
  implicit val textComponentDataSet: Both[TextComponentDataSet]     = PicklerUnpickler.generate[TextComponentDataSet]
  implicit val buttonComponentDataSet: Both[ButtonComponentDataSet] = PicklerUnpickler.generate[ButtonComponentDataSet]
  implicit val blogComponentDataSet: Both[BlogComponentDataSet]     = PicklerUnpickler.generate[BlogComponentDataSet]
  implicit val domainEntryPointAdded: Both[DomainEntryPointAdded]   = PicklerUnpickler.generate[DomainEntryPointAdded]
  implicit val freeEntryPointAdded: Both[FreeEntryPointAdded]       = PicklerUnpickler.generate[FreeEntryPointAdded]
  implicit val entryPointRemoved: Both[EntryPointRemoved]           = PicklerUnpickler.generate[EntryPointRemoved]
  implicit val primaryEntryPointSet: Both[PrimaryEntryPointSet]     = PicklerUnpickler.generate[PrimaryEntryPointSet]

  implicit val siteEvent: Both[SiteEvent] = PicklerUnpickler.generate[SiteEvent]
}
