package brine.lab.peers.pickling

import scala.pickling.{Pickler, PicklerUnpickler, Unpickler}
import scala.pickling.Defaults._

import brine.lab.model.records._

import SitePicklers.Both

/** The picklers of the records. */
private object RecordsPicklers {
  implicit val vesselKind: Pickler[VesselKind] with Unpickler[VesselKind] =
    new FieldPickler[VesselKind, String](_.name, VesselKind.valueOf)
  implicit val gameMode: Pickler[GameMode] with Unpickler[GameMode] =
    new FieldPickler[GameMode, String](_.name, GameMode.valueOf)

  implicit val vector3: Both[Vector3]       = PicklerUnpickler.generate[Vector3]
  implicit val triangle: Both[Triangle]     = PicklerUnpickler.generate[Triangle]
  implicit val mesh: Both[Mesh]             = PicklerUnpickler.generate[Mesh]
  implicit val address: Both[Address]       = PicklerUnpickler.generate[Address]
  implicit val logLine: Both[LogLine]       = PicklerUnpickler.generate[LogLine]
  implicit val accessLog: Both[AccessLog]   = PicklerUnpickler.generate[AccessLog]
  implicit val guidance: Both[Guidance]     = PicklerUnpickler.generate[Guidance]
  implicit val position: Both[Position]     = PicklerUnpickler.generate[Position]
  implicit val transform: Both[Transform]   = PicklerUnpickler.generate[Transform]
  implicit val contact: Both[Contact]       = PicklerUnpickler.generate[Contact]
  implicit val terrain: Both[Terrain]       = PicklerUnpickler.generate[Terrain]
  implicit val update: Both[Update]         = PicklerUnpickler.generate[Update]
  implicit val updates: Both[Updates]       = PicklerUnpickler.generate[Updates]
  implicit val item: Both[Item]             = PicklerUnpickler.generate[Item]
  implicit val spawn: Both[Spawn]           = PicklerUnpickler.generate[Spawn]
  implicit val food: Both[Food]             = PicklerUnpickler.generate[Food]
  implicit val experience: Both[Experience] = PicklerUnpickler.generate[Experience]
  implicit val abilities: Both[Abilities]   = PicklerUnpickler.generate[Abilities]
  implicit val location: Both[Location]     = PicklerUnpickler.generate[Location]
  implicit val rotation: Both[Rotation]     = PicklerUnpickler.generate[Rotation]
  implicit val entity: Both[Entity]         = PicklerUnpickler.generate[Entity]
  implicit val vehicle: Both[Vehicle]       = PicklerUnpickler.generate[Vehicle]
  implicit val recipeBook: Both[RecipeBook] = PicklerUnpickler.generate[RecipeBook]
  implicit val player: Both[Player]         = PicklerUnpickler.generate[Player]
  implicit val saves: Both[Saves]           = PicklerUnpickler.generate[Saves]
}
