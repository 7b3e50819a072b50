package brine.lab.peers.circe

import io.circe.{Codec, Decoder, Encoder}

import brine.lab.model.records.*

/** The codecs of the records. */
private object RecordsCodecs:
  private given Codec[VesselKind] =
    Codec.from(Decoder[String].map(VesselKind.valueOf), Encoder[String].contramap(_.name))
  private given Codec[GameMode] = Codec.from(Decoder[String].map(GameMode.valueOf), Encoder[String].contramap(_.name))

  private given Codec[Vector3]  = Codec.AsObject.derived
  private given Codec[Triangle] = Codec.AsObject.derived
  val mesh: Codec[Mesh]         = Codec.AsObject.derived

  private given Codec[Address]    = Codec.AsObject.derived
  private given Codec[LogLine]    = Codec.AsObject.derived
  val accessLog: Codec[AccessLog] = Codec.AsObject.derived

  private given Codec[Guidance]  = Codec.AsObject.derived
  private given Codec[Position]  = Codec.AsObject.derived
  private given Codec[Transform] = Codec.AsObject.derived
  private given Codec[Contact]   = Codec.AsObject.derived
  private given Codec[Terrain]   = Codec.AsObject.derived
  private given Codec[Update]    = Codec.AsObject.derived
  val updates: Codec[Updates]    = Codec.AsObject.derived

  private given Codec[Item]       = Codec.AsObject.derived
  private given Codec[Spawn]      = Codec.AsObject.derived
  private given Codec[Food]       = Codec.AsObject.derived
  private given Codec[Experience] = Codec.AsObject.derived
  private given Codec[Abilities]  = Codec.AsObject.derived
  private given Codec[Location]   = Codec.AsObject.derived
  private given Codec[Rotation]   = Codec.AsObject.derived
  private given Codec[Entity]     = Codec.AsObject.derived
  private given Codec[Vehicle]    = Codec.AsObject.derived
  private given Codec[RecipeBook] = Codec.AsObject.derived
  private given Codec[Player]     = Codec.AsObject.derived
  val saves: Codec[Saves]         = Codec.AsObject.derived
