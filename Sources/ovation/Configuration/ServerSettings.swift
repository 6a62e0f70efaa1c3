import Logging
import OvationHTTP
import OvationMedia
import OvationModel
import OvationNode
import OvationPictures
import OvationRules

/// Everything that a server can be told, resolved: flag before environment before file before default.
struct ServerSettings: Equatable, Sendable {
    /// How log lines are written.
    enum LogFormat: String, CaseIterable, Sendable {
        /// One JSON object a line, for collectors.
        case json
        /// For people.
        case text
    }

    /// Whether the server is a developer's: a seeded catalogue, demo rooms, and `dev` as everybody's UserSig.
    var isDev: Bool
    /// Whether a developer's server goes without demo rooms and bots.
    var isQuiet = false

    /// The address to listen on.
    var host: String
    /// The port to listen on; 0 takes any that is free.
    var port = 8_080
    /// The folder with the database and the generated secret.
    var dataFolder = "./data"
    /// The URL of the PostgreSQL database; nil keeps everything in the data folder.
    var storageURL: String?
    /// The name of this server among those of the database; nil takes the machine's.
    var nodeName: String?
    /// The URL of the NATS server that the servers of the database speak over, which all serve then; nil lets one serve.
    var brokerURL: String?
    /// The name of the cluster among those that use one broker.
    var clusterName = "ovation"
    /// Proves to the servers of the cluster who they are; nil takes the app's secret.
    var clusterSecret: String?
    /// Where the other servers of the cluster reach this one's port, with or without a port; nil finds it out.
    var clusterAddress: String?
    /// How long the server goes on without PostgreSQL after its lease has run out.
    var aloneSecondsMax = 10
    /// Where browsers and apps reach the server; nil if files are found where they were uploaded.
    var publicURL: String?
    /// The folder of uploaded files; nil takes one in the data folder, or none with PostgreSQL.
    var filesFolder: String?
    /// The web origins whose pages may show a live in a frame; `*` for all.
    var embedOrigins: [String] = []
    /// Where users buy coins; nil where the page does not say.
    var rechargeURL: String?
    /// A PEM file with the certificate chain; nil serves without TLS.
    var tlsCertificate: String?
    /// A PEM file with the certificate's private key; nil serves without TLS.
    var tlsKey: String?
    /// The proxies whose `X-Forwarded-For` is believed, as CIDR blocks.
    var trustedProxies: [String] = []
    /// How many threads do network I/O; 0 takes one a core.
    var eventLoops = 0

    /// The app that is served.
    var sdkAppID = 1_400_000_001
    /// The app's secret; nil takes the generated one of the data folder.
    var secret: String?
    /// The users who may call the REST API.
    var administrators = ["administrator"]
    /// The web origins, besides the server's own, whose pages may connect; `*` for all.
    var allowedOrigins: [String] = []

    /// The categories of lives that the page offers, as ``LiveCategory`` reads them.
    var categories: [String]

    /// Whether watching a picture needs a signed address in public lives too.
    var mediaPlayAuthorization = false
    /// How long a signed address of a picture holds, in seconds.
    var mediaPlaySignatureSeconds = 3_600
    /// What may be published, and how much of it is kept.
    var mediaLimits = MediaLimits()
    /// Who carries the pictures of lives.
    var mediaMode = MediaConfiguration.Mode.relay
    /// Where to publish with a media server of one's own, with places for the live and its key.
    var mediaPublishURL: String?
    var mediaRTMPURL: String?
    /// Where to play with a media server of one's own, with a place for the live.
    var mediaPlayURL: String?
    /// What a media server of one's own shows when it asks.
    var mediaHooksSecret: String?

    /// How WebRTC is carried.
    var rtc = RTCConfiguration()

    /// What is recorded of pictures, and where it lies.
    var recording = RecordingConfiguration()

    /// What of a gift's price its receiver gets, in percent.
    var hostSharePercent = 50
    /// The coins that a new user is given.
    var newUserGrant: Int
    /// How far the boards' midnight is ahead of UTC's, in minutes.
    var boardsUTCOffsetMinutes = 0
    /// From how many coins on a sender of gifts has which level, level 1 first.
    var gifterLevels = GifterLevels.standard.thresholds.map { "\($0)" }

    /// Networks that are not public and may be called all the same, as CIDR blocks.
    var callbackNetworks: [String] = []
    /// The ports that may be called.
    var callbackPorts = ["80", "443"]
    /// Whether a message passes that the app's backend says nothing to.
    var callbackMessagesPass = true
    /// Whether somebody may enter whom the app's backend says nothing to.
    var callbackJoinsPass = true
    /// Whether the app's own billing honours our order id, so that it may be asked twice and told to cancel.
    var isBillingIdempotent = false
    /// Whether a gift is shown when the app's own billing does not answer in time.
    var billingFailsOpen = false

    /// The least severe log lines that are written.
    var logLevel = Logger.Level.info
    /// How they are written.
    var logFormat: LogFormat

    /// The limits of rates, sizes and times.
    var limits = Limits()

    /// Certificate and key; nil serves without TLS.
    var tlsFiles: NodeConfiguration.TLSFiles? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return NodeConfiguration.TLSFiles(certificate: tlsCertificate, key: tlsKey)
    }

    /// The keys that a flag, the environment or the file sets; all others have their defaults.
    var namedKeys: Set<String> = []

    /// How gifts are charged and ranked.
    var ledgerPolicy: LedgerPolicy {
        LedgerPolicy(
            hostSharePercent: hostSharePercent, newUserGrant: Coins(Int64(newUserGrant)) ?? .zero,
            calendar: BoardCalendar(utcOffsetMinutes: boardsUTCOffsetMinutes))
    }

    /// Where uploaded files are kept. On a database that servers share, only in a folder that somebody named: one of this server alone
    /// would hide its files from the others.
    var keptFilesFolder: String? { filesFolder ?? (storageURL == nil ? DataFolder.files(in: dataFolder) : nil) }

    /// The settings of a server that was told nothing.
    ///
    /// - Parameters:
    ///   - isDev: Whether `--dev` was given.
    ///   - logsToTerminal: Whether a person reads the log as it is written.
    init(isDev: Bool, logsToTerminal: Bool) {
        self.isDev = isDev
        host = isDev ? "127.0.0.1" : "0.0.0.0"
        newUserGrant = isDev ? 10_000 : 0
        categories = isDev ? DemoRooms.categories : []
        logFormat = logsToTerminal ? .text : .json
    }
}
