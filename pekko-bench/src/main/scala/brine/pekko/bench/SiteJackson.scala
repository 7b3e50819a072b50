package brine.pekko.bench

import brine.lab.model.*
import com.fasterxml.jackson.annotation.{JsonIgnoreProperties, JsonTypeInfo}
import com.fasterxml.jackson.databind.module.SimpleModule

/** What Jackson has to know of the site: a case is a property named `type`. Pekko makes one by its class. */
final class SiteJackson extends SimpleModule:
  setMixInAnnotation(classOf[SiteEvent], classOf[NamedCase])
  setMixInAnnotation(classOf[PageComponentData], classOf[NamedCase])
  setMixInAnnotation(classOf[EntryPoint], classOf[NamedEntryPoint])
  registerSubtypes(
    classOf[TextComponentData],
    classOf[ButtonComponentData],
    classOf[BlogComponentData],
    classOf[DomainEntryPoint],
    classOf[FreeEntryPoint],
    classOf[ButtonComponentDataSet]
  )

@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
private trait NamedCase

/** `lookupKey` is computed from the other fields. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
@JsonIgnoreProperties(Array("lookupKey"))
private trait NamedEntryPoint
