package brine.dev.release

import java.nio.file.Files

class GpgSuite extends SigningFolder:
  folder.test("signs a file, and finds the signature valid"): folder =>
    val file = write(folder.resolve("a.jar"), "content")
    assertEquals(gpg.problem, None)
    assertEquals(gpg.sign(file), Right(()))
    assert(Files.readString(folder.resolve("a.jar.asc")).startsWith("-----BEGIN PGP SIGNATURE-----"))
    assertEquals(gpg.verify(file), None)
    assertEquals(gpg.sign(file), Right(()), "again")

  folder.test("a file that was changed afterwards is reported"): folder =>
    val file = write(folder.resolve("a.jar"), "content")
    assertEquals(gpg.sign(file), Right(()))
    Files.writeString(file, "Content")
    assert(clue(gpg.verify(file)).exists(_.startsWith("the signature of a.jar is not valid: ")))

  folder.test("a signature by a key that is not known is reported"): folder =>
    val file  = write(folder.resolve("a.jar"), "content")
    val other = GnupgHome()
    try assertEquals(Gpg(None, other.environment).sign(file), Right(()))
    finally other.close()
    assert(clue(gpg.verify(file)).exists(_.contains("a.jar is not valid")))

  folder.test("the key is chosen by its address; one that is missing is reported"): folder =>
    val file = write(folder.resolve("a.jar"), "content")
    val own  = Gpg(Some(gnupg.address), gnupg.environment)
    assertEquals(own.problem, None)
    assertEquals(own.sign(file), Right(()))
    val missing = Gpg(Some("nobody@example.org"), gnupg.environment)
    assert(clue(missing.problem).exists(_.startsWith("gpg has no secret key 'nobody@example.org'")))
    assert(clue(missing.sign(file)).left.exists(_.startsWith("gpg did not sign a.jar: ")))

  folder.test("without any key it says how to make one"): folder =>
    val none = Gpg(None, Map("GNUPGHOME" -> folder.toString))
    assert(clue(none.problem).exists(_.contains("gpg --full-generate-key")))
