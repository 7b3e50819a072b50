package brine.lab.peers.playjson

import play.api.libs.json.{Format, Json, Reads, Writes}

import brine.lab.model.records.*

/** The formats of the records. */
private object RecordsFormats:
  private given Format[VesselKind] =
    Format(Reads.StringReads.map(VesselKind.valueOf), Writes.StringWrites.contramap(_.name))
  private given Format[GameMode] =
    Format(Reads.StringReads.map(GameMode.valueOf), Writes.StringWrites.contramap(_.name))

  private given Format[Vector3]  = Json.format
  private given Format[Triangle] = Json.format
  val mesh: Format[Mesh]         = Json.format

  private given Format[Address]    = Json.format
  private given Format[LogLine]    = Json.format
  val accessLog: Format[AccessLog] = Json.format

  private given Format[Guidance]  = Json.format
  private given Format[Position]  = Json.format
  private given Format[Transform] = Json.format
  private given Format[Contact]   = Json.format
  private given Format[Terrain]   = Json.format
  private given Format[Update]    = Json.format
  val updates: Format[Updates]    = Json.format

  private given Format[Item]       = Json.format
  private given Format[Spawn]      = Json.format
  private given Format[Food]       = Json.format
  private given Format[Experience] = Json.format
  private given Format[Abilities]  = Json.format
  private given Format[Location]   = Json.format
  private given Format[Rotation]   = Json.format
  private given Format[Entity]     = Json.format
  private given Format[Vehicle]    = Json.format
  private given Format[RecipeBook] = Json.format
  private given Format[Player]     = Json.format
  val saves: Format[Saves]         = Json.format
