package brine.dev.release

/** A suite with a throw-away key of GnuPG. */
trait SigningFolder extends RepositoryFolder:
  private val made = new Fixture[GnupgHome]("GnuPG"):
    private var home               = Option.empty[GnupgHome]
    def apply(): GnupgHome         = home.get
    override def beforeAll(): Unit = home = Some(GnupgHome())
    override def afterAll(): Unit  = home.foreach(_.close())

  override def munitFixtures = List(made)

  def gnupg: GnupgHome = made()

  def gpg: Gpg = Gpg(None, gnupg.environment)
