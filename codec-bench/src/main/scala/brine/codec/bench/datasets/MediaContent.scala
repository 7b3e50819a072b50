package brine.codec.bench.datasets

import brine.codec.Codec

/** The value of jvm-serializers: a small record that has a bit of everything. */
final case class MediaContent(media: Media, images: Vector[Image]) derives Codec

final case class Image(uri: String, title: Option[String], width: Int, height: Int, size: Size) derives Codec

final case class Media(
    uri: String,
    title: Option[String],
    width: Int,
    height: Int,
    format: String,
    duration: Long,
    size: Long,
    bitrate: Option[Int],
    persons: Vector[String],
    player: MediaPlayer,
    copyright: Option[String]
) derives Codec

private[bench] object MediaContent:
  /** The benchmark's `media.1`. */
  val first: MediaContent = MediaContent(
    Media(
      "http://javaone.com/keynote.mpg",
      Some("Javaone Keynote"),
      640,
      480,
      "video/mpg4",
      18000000L,
      58982400L,
      Some(262144),
      Vector("Bill Gates", "Steve Jobs"),
      MediaPlayer.JAVA,
      None
    ),
    Vector(
      Image("http://javaone.com/keynote_large.jpg", Some("Javaone Keynote"), 1024, 768, Size.LARGE),
      Image("http://javaone.com/keynote_small.jpg", Some("Javaone Keynote"), 320, 240, Size.SMALL)
    )
  )
