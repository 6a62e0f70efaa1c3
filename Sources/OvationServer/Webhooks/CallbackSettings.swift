import OvationModel

/// Where the app's backend listens, what it wants to be told, and how it recognises this server.
///
/// Kept in the storage and changed over REST; a change is in force with the next callback.
struct CallbackSettings: Hashable, Codable, Sendable {
    /// A key of the signature over the body.
    struct Secret: Hashable, Codable, Sendable {
        /// The key as Standard Webhooks writes it: `whsec_` and base64.
        var text: String
        /// How long it still signs beside a newer key; nil for the newest.
        var until: Timestamp?
    }

    /// Where it listens; nil where no callback is configured.
    var url: String?
    /// What it wants to hear, as it was given.
    var commands: [String] = []
    /// What the query's `Sign` is made with; nil where none was set.
    var token: String?
    /// Whether the query is signed.
    var isTokenEnabled = false
    /// The keys of the signature over the body, the newest first.
    var secrets: [Secret] = []

    /// Whether a callback is to be sent.
    func wants(_ command: CallbackCommand) -> Bool { url != nil && commands.contains(command.rawValue) }

    /// The keys that sign at a time.
    func secrets(at now: Timestamp) -> [String] {
        secrets.filter { secret in secret.until.map { now < $0 } ?? true }.map(\.text)
    }
}
