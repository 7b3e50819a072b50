package brine.examples.site.stores

/** Why a store cannot be opened, for the person who has named it. */
private[stores] final class StoreException(message: String) extends RuntimeException(message)
