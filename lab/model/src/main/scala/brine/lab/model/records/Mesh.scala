package brine.lab.model.records

/** A surface of triangles: floats and nothing else. */
final case class Mesh(triangles: Seq[Triangle])

/** Three corners, and a vector of length 1 that stands upright on them. */
final case class Triangle(a: Vector3, b: Vector3, c: Vector3, normal: Vector3)

final case class Vector3(x: Float, y: Float, z: Float)
