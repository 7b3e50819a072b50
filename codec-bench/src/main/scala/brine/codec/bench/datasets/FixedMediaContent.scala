package brine.codec.bench.datasets

import brine.codec.bench.datasets.FixedCodec.{readAll, readOption, writeAll, writeOption}

private[bench] object FixedMediaContent extends FixedCodec[MediaContent]:
  private val sizes   = Size.values
  private val players = MediaPlayer.values

  def write(out: FixedBuffer, content: MediaContent): Unit =
    val media = content.media
    out.putText(media.uri, 1)
    writeOption(out, media.title)(out.putText(_, 0))
    out.room(8)
    out.putInt(media.width)
    out.putInt(media.height)
    out.putText(media.format, 21)
    out.putLong(media.duration)
    out.putLong(media.size)
    writeOption(out, media.bitrate)(out.putInt(_))
    writeAll(out, media.persons)(out.putText(_, 0))
    out.room(2)
    out.putByte(media.player.ordinal)
    writeOption(out, media.copyright)(out.putText(_, 0))
    writeAll(out, content.images): image =>
      out.putText(image.uri, 1)
      writeOption(out, image.title)(out.putText(_, 0))
      out.room(9)
      out.putInt(image.width)
      out.putInt(image.height)
      out.putByte(image.size.ordinal)

  def read(in: FixedBuffer): MediaContent = MediaContent(
    Media(
      in.getText(),
      readOption(in)(in.getText()),
      in.getInt(),
      in.getInt(),
      in.getText(),
      in.getLong(),
      in.getLong(),
      readOption(in)(in.getInt()),
      readAll(in)(in.getText()),
      players(in.getByte()),
      readOption(in)(in.getText())
    ),
    readAll(in)(
      Image(in.getText(), readOption(in)(in.getText()), in.getInt(), in.getInt(), sizes(in.getByte()))
    )
  )
