package brine.lab.peers.upickle

import _root_.upickle.default.*

import brine.lab.model.records.*

/** The picklers of the records. */
private object RecordsPicklers:
  private given ReadWriter[VesselKind] = readwriter[String].bimap(_.name, VesselKind.valueOf)
  private given ReadWriter[GameMode]   = readwriter[String].bimap(_.name, GameMode.valueOf)

  private given ReadWriter[Vector3]  = macroRW
  private given ReadWriter[Triangle] = macroRW
  val mesh: ReadWriter[Mesh]         = macroRW

  private given ReadWriter[Address]    = macroRW
  private given ReadWriter[LogLine]    = macroRW
  val accessLog: ReadWriter[AccessLog] = macroRW

  private given ReadWriter[Guidance]  = macroRW
  private given ReadWriter[Position]  = macroRW
  private given ReadWriter[Transform] = macroRW
  private given ReadWriter[Contact]   = macroRW
  private given ReadWriter[Terrain]   = macroRW
  private given ReadWriter[Update]    = macroRW
  val updates: ReadWriter[Updates]    = macroRW

  private given ReadWriter[Item]       = macroRW
  private given ReadWriter[Spawn]      = macroRW
  private given ReadWriter[Food]       = macroRW
  private given ReadWriter[Experience] = macroRW
  private given ReadWriter[Abilities]  = macroRW
  private given ReadWriter[Location]   = macroRW
  private given ReadWriter[Rotation]   = macroRW
  private given ReadWriter[Entity]     = macroRW
  private given ReadWriter[Vehicle]    = macroRW
  private given ReadWriter[RecipeBook] = macroRW
  private given ReadWriter[Player]     = macroRW
  val saves: ReadWriter[Saves]         = macroRW
