/// Where the stores find their server.
///
/// The only addition to the API of the stores. Without it the server is that of the environment's `OVATION_SERVER_URL`,
/// else of the `OvationServerURL` key of the app's Info.plist, else `ws://127.0.0.1:8080`.
public enum Ovation {
    /// Names the server. Call it before the login; a change takes effect at the next login.
    ///
    /// - Parameters:
    ///   - serverURL: `wss://live.example.com`, or `ws://…` without TLS. The path is added.
    ///   - messageListMax: how many messages ``BarrageState/messageList`` keeps, at least 1; the oldest are discarded.
    public static func configure(serverURL: String, messageListMax: Int = 500) {
        StoreHub.shared.runtime.configure {
            $0.serverURL = serverURL
            $0.messageListMax = max(1, messageListMax)
        }
    }
}
