package brine.lab.peers.jackson

import com.fasterxml.jackson.annotation.{JsonIgnoreProperties, JsonTypeInfo}

import brine.lab.model.*

/** Annotations mixed into the model's sum types, which know nothing of Jackson: the case is a property named `type`. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
private trait SumType

/** `lookupKey` is computed from the other fields. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
@JsonIgnoreProperties(Array("lookupKey"))
private trait EntryPointType

private object SumTypes:
  val cases: Seq[Class[?]] = Seq(
    classOf[TextComponentData],
    classOf[ButtonComponentData],
    classOf[BlogComponentData],
    classOf[DomainEntryPoint],
    classOf[FreeEntryPoint],
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
