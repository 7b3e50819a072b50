package brine.lab.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The versions a peer was built with. The build resolves them and writes them to
 * {@code META-INF/brine-lab/versions.properties} on the peer's class path, so a peer's source repeats no version.
 */
public final class Resolved {
  private static final String RESOURCE = "META-INF/brine-lab/versions.properties";

  private Resolved() {}

  /**
   * The version of a library.
   *
   * @param artifact name of the artifact without the suffix of its Scala version: {@code boopickle}
   * @throws IllegalArgumentException if the peer does not depend on it
   */
  public static String version(String artifact) {
    String version = versions().getProperty(artifact);
    if (version == null) throw new IllegalArgumentException(RESOURCE + " has no version of " + artifact);
    return version;
  }

  /** The version of a Scala library, with its Scala version: {@code 1.4.0 (Scala 3)}. */
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
