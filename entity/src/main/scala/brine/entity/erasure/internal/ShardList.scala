package brine.entity.erasure.internal

import brine.codec.Codec

/** The names of the files of a folder, sorted. */
private[internal] final case class ShardList(shards: Vector[String])

private[internal] object ShardList:
  def codec: Codec[ShardList] = Codec.derived
