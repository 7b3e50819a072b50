package brine.lab.peers.borer

import io.bullet.borer.Codec
import io.bullet.borer.derivation.MapBasedCodecs.*

import brine.lab.model.records.*

import Scalars.given

/** Codecs of the records as maps, enums by name. */
private object RecordsInMaps:
  private given Codec[VesselKind] = Scalars.name(VesselKind.valueOf)
  private given Codec[GameMode]   = Scalars.name(GameMode.valueOf)

  private given Codec[Vector3]  = deriveCodec
  private given Codec[Triangle] = deriveCodec
  val mesh: Codec[Mesh]         = deriveCodec

  private given Codec[Address]    = deriveCodec
  private given Codec[LogLine]    = deriveCodec
  val accessLog: Codec[AccessLog] = deriveCodec

  private given Codec[Guidance]  = deriveCodec
  private given Codec[Position]  = deriveCodec
  private given Codec[Transform] = deriveCodec
  private given Codec[Contact]   = deriveCodec
  private given Codec[Terrain]   = deriveCodec
  private given Codec[Update]    = deriveCodec
  val updates: Codec[Updates]    = deriveCodec

  private given Codec[Item]       = deriveCodec
  private given Codec[Spawn]      = deriveCodec
  private given Codec[Food]       = deriveCodec
  private given Codec[Experience] = deriveCodec
  private given Codec[Abilities]  = deriveCodec
  private given Codec[Location]   = deriveCodec
  private given Codec[Rotation]   = deriveCodec
  private given Codec[Entity]     = deriveCodec
  private given Codec[Vehicle]    = deriveCodec
  private given Codec[RecipeBook] = deriveCodec
  private given Codec[Player]     = deriveCodec
  val saves: Codec[Saves]         = deriveCodec
