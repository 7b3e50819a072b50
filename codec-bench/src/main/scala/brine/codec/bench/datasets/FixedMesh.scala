package brine.codec.bench.datasets

private[bench] object FixedMesh extends FixedCodec[Mesh]:
  def write(out: FixedBuffer, mesh: Mesh): Unit = FixedCodec.writeAll(out, mesh.triangles): triangle =>
    out.room(48)
    vector(out, triangle.v0)
    vector(out, triangle.v1)
    vector(out, triangle.v2)
    vector(out, triangle.normal)

  private def vector(out: FixedBuffer, vector: Vector3): Unit =
    out.putFloat(vector.x)
    out.putFloat(vector.y)
    out.putFloat(vector.z)

  def read(in: FixedBuffer): Mesh =
    val triangles = FixedCodec.readAll(in)(Triangle(vector(in), vector(in), vector(in), vector(in)))
    Mesh(triangles)

  private def vector(in: FixedBuffer): Vector3 = Vector3(in.getFloat(), in.getFloat(), in.getFloat())
