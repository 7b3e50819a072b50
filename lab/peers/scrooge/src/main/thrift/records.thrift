namespace java brine.lab.peers.scrooge.generated

// The records of the site study. Thrift has no floating point numbers of four bytes.

enum GameModeT {
  Survival  = 0
  Creative  = 1
  Adventure = 2
  Spectator = 3
}

enum VesselKindT {
  Barge     = 0
  Buoy      = 1
  Corvette  = 2
  Crate     = 3
  Decoy     = 4
  Dinghy    = 5
  Ferry     = 6
  Frigate   = 7
  Platform  = 8
  Shell     = 9
  Submarine = 10
  Torpedo   = 11
  Tug       = 12
}

struct Vector3T {
  1: required double x
  2: required double y
  3: required double z
}

struct TriangleT {
  1: required Vector3T a
  2: required Vector3T b
  3: required Vector3T c
  4: required Vector3T normal
}

struct MeshT {
  1: required list<TriangleT> triangles
}

struct AddressT {
  1: required i32 a
  2: required i32 b
  3: required i32 c
  4: required i32 d
}

struct LogLineT {
  1: required AddressT address
  2: required string identity
  3: required string userId
  4: required string date
  5: required string request
  6: required i32 code
  7: required i64 size
}

struct AccessLogT {
  1: required list<LogLineT> lines
}

struct GuidanceT {
  1: required i32 angle
  2: required i32 velocity
}

struct PositionT {
  1: required double x
  2: required double y
}

struct TransformT {
  1: required i32 altitude
  2: required i32 angle
  3: required PositionT position
  4: required i32 velocity
}

struct ContactT {
  1: required i32 damage
  2: required i32 entityId
  3: optional VesselKindT kind
  4: required GuidanceT guidance
  5: optional i32 playerId
  6: required list<bool> reloads
  7: required TransformT transform
  8: required list<i32> turretAngles
}

struct TerrainT {
  1: required i32 x
  2: required i32 y
  3: required list<i32> heights
}

struct UpdateT {
  1: required list<ContactT> contacts
  2: required i32 score
  3: required double worldRadius
  4: required list<TerrainT> terrain
}

struct UpdatesT {
  1: required list<UpdateT> updates
}

struct ItemT {
  1: required i32 count
  2: required i32 slot
  3: required string id
}

struct SpawnT {
  1: required string dimension
  2: required i64 x
  3: required i64 y
  4: required i64 z
  5: required double angle
  6: optional bool forced
}

struct FoodT {
  1: required i32 level
  2: required double exhaustion
  3: required double saturation
  4: required i32 timer
}

struct ExperienceT {
  1: required double share
  2: required i32 level
  3: required i32 total
  4: required i32 seed
}

struct AbilitiesT {
  1: required double walkSpeed
  2: required double flySpeed
  3: required bool mayFly
  4: required bool flying
  5: required bool invulnerable
  6: required bool mayBuild
  7: required bool instantBuild
}

struct LocationT {
  1: required double x
  2: required double y
  3: required double z
}

struct RotationT {
  1: required double yaw
  2: required double pitch
}

struct EntityT {
  1: required string kind
  2: required LocationT position
  3: required LocationT motion
  4: required RotationT rotation
  5: required double fallDistance
  6: required i32 fire
  7: required i32 air
  8: required bool onGround
  9: required bool weightless
  10: required bool invulnerable
  11: required i32 portalCooldown
  12: required binary id
  13: optional string name
  14: required bool nameVisible
  15: required bool silent
  16: required bool glowing
}

struct VehicleT {
  1: required binary id
  2: required EntityT entity
}

struct RecipeBookT {
  1: required list<string> known
  2: required list<string> toBeShown
  3: required bool craftingFiltered
  4: required bool craftingOpen
  5: required bool furnaceFiltered
  6: required bool furnaceOpen
  7: required bool smokerFiltered
  8: required bool smokerOpen
}

struct PlayerT {
  1: required GameModeT mode
  2: required GameModeT previousMode
  3: required i64 score
  4: required string dimension
  5: required i32 selectedSlot
  6: required ItemT selectedItem
  7: optional SpawnT spawn
  8: required FoodT food
  9: required ExperienceT experience
  10: required list<ItemT> inventory
  11: required list<ItemT> chest
  12: required AbilitiesT abilities
  13: optional LocationT lastPortal
  14: optional VehicleT vehicle
  15: optional EntityT leftShoulder
  16: optional EntityT rightShoulder
  17: required bool seenCredits
  18: required RecipeBookT recipes
}

struct SavesT {
  1: required list<PlayerT> players
}
