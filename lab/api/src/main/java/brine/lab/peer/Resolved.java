package brine.lab.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The versions a peer was built with, as the build resolved them. The build writes them into the peer's class path as {@code
 * META-INF/brine-lab/versions.properties}, so no version is written down a second time in a peer's source.
 */
public final class Resolved {
  private static final String RESOURCE = "META-INF/brine-lab/versions.properties";

  private Resolved() {}

  /**
   * The version of a library.
   *
   * @param artifact the artifact's name without the suffix of its Scala line: {@code boopickle}
   * @throws IllegalArgumentException when the peer does not depend on it
   */
  public static String version(String artifact) {
    String version = versions().getProperty(artifact);
    if (version == null) throw new IllegalArgumentException(RESOURCE + " has no version of " + artifact);
    return version;
  }

  /** The version of a library built for Scala, with the Scala line: {@code 1.4.0 (Scala 3)}. */
  public static String scalaVersion(String artifact) {
    return version(artifact) + " (Scala " + version("scala-line") + ")";
  }

  private static Properties versions() {
    try (InputStream in = Resolved.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) throw new IllegalStateException("the class path has no " + RESOURCE);
      Properties properties = new Properties();
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
