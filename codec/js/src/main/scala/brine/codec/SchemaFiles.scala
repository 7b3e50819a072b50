package brine.codec

/** Ways to read a lock file other than [[Schemas.parse]]: none in JavaScript; paths and resources on the JVM. */
private[codec] trait SchemaFiles
