package brine.lab.model.records;

/** How a player takes part in a game. */
public enum GameMode {
  Survival,
  Creative,
  Adventure,
  Spectator
}
