package brine.codec

/** Where lock files come from besides texts: on the JVM from paths and resources, in JavaScript from nowhere else. */
private[codec] trait SchemaFiles
