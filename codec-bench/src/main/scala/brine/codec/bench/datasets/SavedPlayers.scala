package brine.codec.bench.datasets

import java.util.UUID

/** Draws the players of [[Saves]] in the order of the benchmark, which decides what they are. */
private final class SavedPlayers(random: RustRandom):
  import random.*

  private val items   = Vector("dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak")
  private val beings  = Vector("cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee")
  private val names   = Vector("rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard")
  private val recipes = Vector("pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt")
  private val worlds  = Vector("overworld", "nether", "end")

  def next(): Player = Player(
    gameType(),
    gameType(),
    long(),
    pick(worlds),
    int(),
    item(),
    option(pick(worlds)),
    long(),
    long(),
    long(),
    option(flag()),
    char(),
    float(),
    float(),
    int(),
    int(),
    float(),
    int(),
    int(),
    vector(0, 40)(item()),
    vector(0, 27)(item()),
    Abilities(float(), float(), flag(), flag(), flag(), flag(), flag()),
    option(place()),
    option(Vehicle(uuid(), entity())),
    option(entity()),
    option(entity()),
    flag(),
    RecipeBook(
      vector(0, 30)(()).map(_ => pick(recipes)),
      vector(0, 10)(()).map(_ => pick(recipes)),
      flag(),
      flag(),
      flag(),
      flag(),
      flag(),
      flag(),
      flag(),
      flag()
    )
  )

  private def gameType(): GameType = GameType.values.apply(range(0, 4))
  private def item(): Item         = Item(byte(), unsignedByte().toShort, pick(items))
  private def place(): Place       = Place(double(), double(), double())

  private def uuid(): UUID =
    def word() = int() & 0xffffffffL
    UUID(word() << 32 | word(), word() << 32 | word())

  private def entity(): Entity = Entity(
    pick(beings),
    place(),
    place(),
    Rotation(float(), float()),
    float(),
    char(),
    char(),
    flag(),
    flag(),
    flag(),
    int(),
    uuid(),
    option(pick(names)),
    flag(),
    flag(),
    flag()
  )
