package brine.lab.peers.pickling

import scala.pickling.PicklerUnpickler
import scala.pickling.Defaults._

import brine.lab.model._

import SitePicklers.Both

/** The page events of an older and a newer program. */
private object PagePicklers {
  implicit val olderAdded: Both[older.PageAdded]     = PicklerUnpickler.generate[older.PageAdded]
  implicit val olderRemoved: Both[older.PageRemoved] = PicklerUnpickler.generate[older.PageRemoved]
  implicit val olderEvent: Both[older.PageEvent]     = PicklerUnpickler.generate[older.PageEvent]
  implicit val olderHistory: Both[older.PageHistory] = PicklerUnpickler.generate[older.PageHistory]
  implicit val newerAdded: Both[newer.PageAdded]     = PicklerUnpickler.generate[newer.PageAdded]
  implicit val newerRemoved: Both[newer.PageRemoved] = PicklerUnpickler.generate[newer.PageRemoved]
  implicit val newerEvent: Both[newer.PageEvent]     = PicklerUnpickler.generate[newer.PageEvent]
  implicit val newerHistory: Both[newer.PageHistory] = PicklerUnpickler.generate[newer.PageHistory]
}
