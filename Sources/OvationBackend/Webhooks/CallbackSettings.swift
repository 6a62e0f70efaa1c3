import Foundation
package import OvationModel
package import OvationStorage
import OvationWire

extension VersionedContent {
    /// The settings of callbacks.
    package static let callbackSettings = VersionedContent.setting(CallbackSettings.name)
}

/// Where the app's backend listens, what it wants to be told, and how it recognises this server.
///
/// Kept in the storage and changed over REST; a change is in force with the next callback.
package struct CallbackSettings: Hashable, Codable, Sendable {
    /// A key of the signature over the body.
    package struct Secret: Hashable, Codable, Sendable {
        /// The key as Standard Webhooks writes it: `whsec_` and base64.
        package var text: String
        /// How long it still signs beside a newer key; nil for the newest.
        package var until: Timestamp?

        /// Makes a key.
        package init(text: String, until: Timestamp?) {
            self.text = text
            self.until = until
        }
    }

    /// Where it listens; nil where no callback is configured.
    package var url: String?
    /// What it wants to hear, as it was given.
    package var commands: [String] = []
    /// What the query's `Sign` is made with; nil where none was set.
    package var token: String?
    /// Whether the query is signed.
    package var isTokenEnabled = false
    /// The keys of the signature over the body, the newest first.
    package var secrets: [Secret] = []

    /// Under what name they are kept.
    static let name = "callbacks"

    /// Reads the settings that are kept, or takes others where there are none; without those, the settings of an app without a backend.
    ///
    /// - Throws: where they cannot be read.
    package init(keptIn storage: any Storage, orElse others: CallbackSettings = CallbackSettings()) async throws {
        self = others
        guard let kept = try await storage.setting(Self.name) else { return }
        self = try WireJSON.decode(Self.self, from: Data(kept))
    }

    /// Makes settings; those of an app without a backend where every argument is left out.
    package init(
        url: String? = nil, commands: [String] = [], token: String? = nil, isTokenEnabled: Bool = false,
        secrets: [Secret] = []
    ) {
        self.url = url
        self.commands = commands
        self.token = token
        self.isTokenEnabled = isTokenEnabled
        self.secrets = secrets
    }

    /// Whether a callback is to be sent.
    func wants(_ command: CallbackCommand) -> Bool { url != nil && commands.contains(command.rawValue) }

    /// The keys that sign at a time.
    func secrets(at now: Timestamp) -> [String] {
        secrets.filter { secret in secret.until.map { now < $0 } ?? true }.map(\.text)
    }
}
