package brine.codec.bench.datasets

import brine.codec.Codec

/** Set `mesh` of the Rust serialization benchmark: random floats and nothing else. */
final case class Mesh(triangles: Vector[Triangle]) derives Codec

final case class Triangle(v0: Vector3, v1: Vector3, v2: Vector3, normal: Vector3) derives Codec

final case class Vector3(x: Float, y: Float, z: Float) derives Codec

private[bench] object Mesh:
  /** @param count
    *   triangles; the benchmark has 125,000
    */
  def generate(count: Int): Mesh =
    val random   = RustRandom()
    def vector() = Vector3(random.float(), random.float(), random.float())
    Mesh(random.vector(count)(Triangle(vector(), vector(), vector(), vector())))
