package brine.codec.bench.datasets

import brine.codec.Codec

import java.util.Objects

/** A value that all contenders write and read.
  *
  * @param value
  *   the value at a part of its size: 1 for all of it
  * @param classes
  *   the classes that Kryo and Fory register
  * @param isBulk
  *   whether it is an array of numbers, for which Kryo documents other buffers
  * @param bitcode
  *   bytes that the Rust benchmark publishes for bitcode: raw, zlib, zstd
  */
private[bench] final class DataSet[A](
    val name: String,
    val root: Class[A],
    val value: Double => A,
    val fixed: FixedCodec[A],
    val classes: Vector[Class[?]],
    val isBulk: Boolean = false,
    val bitcode: Option[(Int, Int, Int)] = None
)(using val codec: Codec[A]):
  def same(a: A, b: A): Boolean = Objects.deepEquals(a, b)

private[bench] object DataSet:
  def named(name: String): DataSet[?] =
    all
      .find(_.name == name)
      .getOrElse:
        throw IllegalArgumentException(s"no data set $name; there are ${all.map(_.name).mkString(", ")}")

  /** Sizes from the benchmark's page of 2026-08-21, bitcode 0.6.9. */
  val all: Vector[DataSet[?]] = Vector(
    DataSet(
      "log",
      classOf[AccessLog],
      part => AccessLog.generate(count(10000, part)),
      FixedAccessLog,
      Vector(classOf[AccessLog], classOf[LogRecord], classOf[Address]),
      bitcode = Some((703710, 288826, 227322))
    ),
    DataSet(
      "mesh",
      classOf[Mesh],
      part => Mesh.generate(count(125000, part)),
      FixedMesh,
      Vector(classOf[Mesh], classOf[Triangle], classOf[Vector3]),
      bitcode = Some((6000006, 5182295, 4921841))
    ),
    DataSet(
      "minecraft saves",
      classOf[Saves],
      part => Saves.generate(count(500, part)),
      FixedSaves,
      Vector(
        classOf[Saves],
        classOf[Player],
        classOf[Item],
        classOf[Abilities],
        classOf[Entity],
        classOf[Place],
        classOf[Rotation],
        classOf[Vehicle],
        classOf[RecipeBook],
        classOf[GameType]
      ),
      bitcode = Some((327688, 200947, 182040))
    ),
    DataSet(
      "mk48 updates",
      classOf[GameUpdates],
      part => GameUpdates.generate(count(1000, part)),
      FixedGameUpdates,
      Vector(
        classOf[GameUpdates],
        classOf[GameUpdate],
        classOf[Contact],
        classOf[Guidance],
        classOf[Transform],
        classOf[GamePlace],
        classOf[Chunk],
        classOf[TerrainUpdate],
        classOf[Ship],
        classOf[Array[Byte]]
      ),
      bitcode = Some((971318, 878034, 850340))
    ),
    DataSet(
      "MediaContent",
      classOf[MediaContent],
      _ => MediaContent.first,
      FixedMediaContent,
      Vector(classOf[MediaContent], classOf[Media], classOf[Image], classOf[Size], classOf[MediaPlayer])
    ),
    DataSet(
      "`Array[Float]`",
      classOf[Array[Float]],
      part => floats(count(100000, part)),
      FixedCodec.floats,
      Vector(classOf[Array[Float]]),
      isBulk = true
    ),
    DataSet(
      "`Array[Int]`",
      classOf[Array[Int]],
      part => ints(count(100000, part)),
      FixedCodec.ints,
      Vector(classOf[Array[Int]]),
      isBulk = true
    )
  )

  private def count(all: Int, part: Double): Int = math.max(1, (all * part).toInt)

  private def floats(count: Int): Array[Float] =
    val random = RustRandom()
    Array.fill(count)(random.float())

  /** From 0 to 8,000. */
  private def ints(count: Int): Array[Int] =
    val random = RustRandom()
    Array.fill(count)(random.range(0, 8001))
