package brine.lab.peers.pickling

import scala.pickling.{Pickler, PicklerUnpickler, Unpickler}
import scala.pickling.Defaults._

import brine.lab.model._

import ScalarPicklers._

/** One pickler per type, each generated once by the macro. By itself the macro would generate those of all inner types
  * again at every use.
  */
private object SitePicklers {
  type Both[A] = Pickler[A] with Unpickler[A]

  implicit val textComponentData: Both[TextComponentData]         = PicklerUnpickler.generate[TextComponentData]
  implicit val buttonComponentData: Both[ButtonComponentData]     = PicklerUnpickler.generate[ButtonComponentData]
  implicit val blogComponentData: Both[BlogComponentData]         = PicklerUnpickler.generate[BlogComponentData]
  implicit val pageComponentData: Both[PageComponentData]         = PicklerUnpickler.generate[PageComponentData]
  implicit val domainEntryPoint: Both[DomainEntryPoint]           = PicklerUnpickler.generate[DomainEntryPoint]
  implicit val freeEntryPoint: Both[FreeEntryPoint]               = PicklerUnpickler.generate[FreeEntryPoint]
  implicit val entryPoint: Both[EntryPoint]                       = PicklerUnpickler.generate[EntryPoint]
  implicit val pageComponentPosition: Both[PageComponentPosition] = PicklerUnpickler.generate[PageComponentPosition]
  implicit val pageComponent: Both[PageComponent]                 = PicklerUnpickler.generate[PageComponent]
  implicit val metaTag: Both[MetaTag]                             = PicklerUnpickler.generate[MetaTag]
  implicit val domain: Both[Domain]                               = PicklerUnpickler.generate[Domain]
  implicit val page: Both[Page]                                   = PicklerUnpickler.generate[Page]
  implicit val site: Both[Site]                                   = PicklerUnpickler.generate[Site]
  implicit val dataEvent: Both[DataEvent]                         = PicklerUnpickler.generate[DataEvent]
}
