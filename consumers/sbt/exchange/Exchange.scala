package brine.consumers

import brine.codec.Codec
import java.nio.file.{Files, Path}

/** A type of this module around one of the library: its codec refers to the codec that the library derived. */
final case class Delivery(number: Int, shipments: List[Shipment]) derives Codec

/** `write FILE` encodes an example; `read FILE…` decodes files, says whether each holds the example, and prints the
  * schema.
  */
@main def exchange(command: String, files: String*): Unit =
  val example = Delivery(7, List(Shipment.example, Shipment.example.copy(parcels = Vector.empty)))
  command match
    case "write" => files.foreach(file => Files.write(Path.of(file), Codec.encode(example)))
    case "read"  =>
      for file <- files do println(Codec.decode[Delivery](Files.readAllBytes(Path.of(file))) == Right(example))
      println(Codec[Delivery].schema)
