/// The keys of log metadata, in one place, so that a search for a room finds every line about it.
///
/// A key is `noun.property`. Values are ids, counts and codes; never what a user wrote, and never a secret.
public enum LogKeys {
    /// The live.
    public static let roomID = "room.id"
    /// One start of the live.
    public static let roomSessionID = "room.session.id"
    /// How the picture of a live is.
    public static let mediaState = "media.state"
    /// Why a publisher was refused.
    public static let mediaReason = "media.reason"
    /// The codecs of a picture, as the server writes them.
    public static let mediaCodecs = "media.codecs"
    /// The id of a recording.
    public static let recordingID = "recording.id"
    /// Why a live ended.
    public static let roomReason = "room.reason"
    /// The WebSocket connection.
    public static let connectionID = "connection.id"
    /// Where a connection comes from.
    public static let connectionAddress = "connection.address"
    /// The rate that an address or a user is over.
    public static let rateGate = "rate.gate"
    /// The close code of a connection.
    public static let closeCode = "close.code"
    /// The session of a user, which outlives connections.
    public static let sessionID = "session.id"
    /// The user.
    public static let userID = "user.id"
    /// The request over HTTP, as the answer's `X-Request-Id` names it.
    public static let requestID = "request.id"
    /// The operation of a command.
    public static let operation = "command.op"
    /// The order of gifts.
    public static let orderID = "order.id"
    /// The gift.
    public static let giftID = "gift.id"
    /// How many uploaded files.
    public static let fileCount = "file.count"
    /// The number of an error that a client was told.
    public static let errorCode = "error.code"
    /// How many rows of the storage.
    public static let rows = "rows"
    /// An error, in words for the operator.
    public static let error = "error"
    /// Where an order of the app's own billing stands.
    public static let billingState = "billing.state"
    /// How many orders of the app's own billing.
    public static let billingOrders = "billing.orders"
    /// What an audit of the ledger found.
    public static let ledgerProblems = "ledger.problems"
    /// How many writes a transaction has.
    public static let storageWrites = "storage.writes"
    /// How many transactions the storage refused since the log last said so.
    public static let storageRefused = "storage.refused"
    /// How many transactions took long since the log last said so.
    public static let storageSlow = "storage.slow"
    /// How many writes wait for the storage.
    public static let storagePending = "storage.pending"
    /// The method of a request.
    public static let httpMethod = "http.method"
    /// The path of a request, without its query, which may hold a UserSig.
    public static let httpPath = "http.path"
    /// The pattern that a request matched.
    public static let httpRoute = "http.route"
    /// The status of an answer.
    public static let httpStatus = "http.status"
    /// The call of the REST API, as the answer's `RequestId` names it.
    public static let restRequestID = "rest.request.id"
    /// The path of a command of the REST API.
    public static let restCommand = "rest.command"
    /// The kind of a media server of one's own.
    public static let mediaServer = "media.server"
    /// How long something took, in milliseconds.
    public static let durationMilliseconds = "duration.milliseconds"
    /// Connections that are open, of whatever kind.
    public static let socketsOpen = "sockets.open"
    /// Connections that may be open.
    public static let socketsMax = "sockets.max"
    /// How many lines like this one were left out since the last, so that the log stays small.
    public static let linesLeftOut = "lines.left.out"
    /// When the certificate that clients are shown ends.
    public static let certificateEnd = "certificate.end"
    /// The version of the server.
    public static let serverVersion = "server.version"
    /// Where the server listens.
    public static let serverURL = "server.url"
    /// The data folder of the server.
    public static let serverData = "server.data"
    /// Whether the server is a developer's.
    public static let serverDevelopment = "server.development"
    /// The limits that differ from their defaults.
    public static let limitsChanged = "limits.changed"
    /// How many files the process may have open.
    public static let openFilesMax = "files.max"
    /// A signal of the system.
    public static let signal = "signal"
}
