package brine.pekko

import org.apache.pekko.actor.{ExtendedActorSystem, Extension, ExtensionId, ExtensionIdProvider}

/** The extension by which nodes tell each other the schemas of their messages. Pekko starts it with the system. */
final class SchemaExchange private[pekko] () extends Extension

object SchemaExchange extends ExtensionId[SchemaExchange], ExtensionIdProvider:
  def lookup: ExtensionId[? <: Extension]                          = this
  def createExtension(system: ExtendedActorSystem): SchemaExchange = new SchemaExchange()
