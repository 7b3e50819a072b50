package brine.actor.javaapi;

import brine.actor.ActorDump;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tree of a system's actors at one moment. Its text is for humans.
 *
 * @param entries parents before their children
 * @param isCut whether there are more actors than were asked for
 */
public record JavaActorDump(List<ActorDump.Entry> entries, boolean isCut) {
  @Override
  public String toString() {
    String lines = entries.stream().map(ActorDump.Entry::toString).collect(Collectors.joining("\n"));
    return isCut ? lines + "\n..." : lines;
  }
}
