package brine.lab.entities

import com.fasterxml.jackson.annotation.JsonTypeInfo
import com.fasterxml.jackson.databind.module.SimpleModule

import brine.lab.model._

/** What Jackson has to know of the model: an event is written with the name of its case. */
final class SiteJson extends SimpleModule {
  setMixInAnnotation(classOf[SiteEvent], classOf[NamedCase])
  registerSubtypes(
    classOf[SiteCreated],
    classOf[SiteNameSet],
    classOf[SiteDescriptionSet],
    classOf[SiteRevisionSet],
    classOf[SitePublished],
    classOf[SiteUnpublished],
    classOf[SiteFlagAdded],
    classOf[SiteFlagRemoved],
    classOf[DomainAdded],
    classOf[DomainRemoved],
    classOf[PrimaryDomainSet],
    classOf[DefaultMetaTagAdded],
    classOf[DefaultMetaTagRemoved],
    classOf[PageAdded],
    classOf[PageRemoved],
    classOf[PageNameSet],
    classOf[PageMetaTagAdded],
    classOf[PageMetaTagRemoved],
    classOf[PageComponentAdded],
    classOf[PageComponentRemoved],
    classOf[PageComponentPositionSet],
    classOf[PageComponentPositionReset],
    classOf[TextComponentDataSet],
    classOf[ButtonComponentDataSet],
    classOf[BlogComponentDataSet],
    classOf[DomainEntryPointAdded],
    classOf[FreeEntryPointAdded],
    classOf[EntryPointRemoved],
    classOf[PrimaryEntryPointSet]
  )
}

@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
private trait NamedCase
