public import OvationBackend
public import OvationHTTP
public import OvationModel
public import OvationPictures
public import OvationRules
public import OvationSupport

/// How one node is set up.
public struct NodeConfiguration: Sendable {
    /// Where it listens.
    public var host: String
    /// On which port; 0 lets the system choose.
    public var port: Int
    /// How many event loops; 0 means one for each processor that the process may use.
    public var eventLoops: Int
    /// The app that it serves.
    public var sdkAppID: Int
    /// The key with which the app's backend makes UserSigs.
    public var secret: String
    /// Users who may do in every live what its owner may, and call the REST API.
    public var administrators: Set<UserID>
    /// Origins of pages that may connect, beside the server's own.
    public var allowedOrigins: [String]
    /// Proxies whose `X-Forwarded-For` is believed where it says who called them.
    public var trustedProxies: [CIDRBlock]
    /// Whether the UserSig `dev` is accepted, and the echo of `/v1/echo` is there. Never on an address that others reach.
    public var isDevelopment: Bool
    /// Certificate and key in PEM; nil for a server without TLS.
    public var tls: TLSFiles?
    /// The limits.
    public var limits: Limits
    /// How gifts are charged.
    public var ledger: LedgerPolicy
    /// What the operator decides of callbacks.
    public var callbacks: CallbackConfiguration
    /// How the app's own billing is got on with, where one is configured.
    public var billing: BillingPolicy
    /// From how many coins on a sender of gifts has which level.
    public var gifterLevels: GifterLevels
    /// How the pictures of lives are carried.
    public var media: MediaConfiguration
    /// What media servers show when they ask this one; nil where none may ask.
    public var mediaHooksSecret: String?
    /// The categories of lives that the page offers, in their order.
    public var categories: [LiveCategory]
    /// The servers that help users in seats to reach each other.
    public var ice = ICEConfiguration()
    /// The file that keeps the node's history over a restart; nil to keep it in memory alone.
    public var historyFile: String?
    /// Where uploaded files are kept.
    public var files = FileConfiguration()
    /// Origins of pages that may show a live in a frame, at `/embed/<live>`. Without any, no page may.
    public var embedOrigins: [String] = []
    /// Where users buy coins; nil where the page does not say.
    public var recharge: RechargeAddress?
    /// The version of the program, for `/metrics` and the console.
    public var version = ""
    /// The name of the node among others, for `/metrics` and the console.
    public var name = ""
    /// Whether everything between a room and its edge is encoded and decoded, as over a link between nodes. For tests.
    package var encodesCrossings = false
    /// Whether the node is one of a cluster, whose others have viewers of its lives.
    package var isOfCluster = false
    /// Into how many edges the event loops are divided. A server has one; tests have more, as a cluster does.
    package var edgeCount = 1

    /// Where certificate and key are.
    public typealias TLSFiles = CertificatePaths

    /// Makes a configuration; what is not named has the defaults of `ovation config default`.
    public init(
        host: String = "127.0.0.1", port: Int = 8080, eventLoops: Int = 0, sdkAppID: Int, secret: String,
        administrators: Set<UserID> = [], allowedOrigins: [String] = [], trustedProxies: [CIDRBlock] = [],
        isDevelopment: Bool = false,
        tls: TLSFiles? = nil,
        limits: Limits = Limits(), ledger: LedgerPolicy = LedgerPolicy(),
        callbacks: CallbackConfiguration = CallbackConfiguration(), billing: BillingPolicy = BillingPolicy(),
        gifterLevels: GifterLevels = .standard, media: MediaConfiguration = MediaConfiguration(),
        mediaHooksSecret: String? = nil, categories: [LiveCategory] = []
    ) {
        self.host = host
        self.port = port
        self.eventLoops = eventLoops
        self.sdkAppID = sdkAppID
        self.secret = secret
        self.administrators = administrators
        self.allowedOrigins = allowedOrigins
        self.trustedProxies = trustedProxies
        self.isDevelopment = isDevelopment
        self.tls = tls
        self.limits = limits
        self.ledger = ledger
        self.callbacks = callbacks
        self.billing = billing
        self.gifterLevels = gifterLevels
        self.media = media
        self.mediaHooksSecret = mediaHooksSecret
        self.categories = categories
    }
}
