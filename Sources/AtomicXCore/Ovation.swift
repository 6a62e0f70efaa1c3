/// The configuration of the stores.
///
/// This is the only addition to the vendor's API of the stores. An app that does not use it gets the server of the environment variable
/// `OVATION_SERVER_URL`, of the key `OvationServerURL` of its Info.plist, or `ws://127.0.0.1:8080`, whichever is found first.
public enum Ovation {
    /// Sets the server. Call it before the login. A change takes effect at the next login.
    ///
    /// - Parameters:
    ///   - serverURL: The server's URL, such as `wss://live.example.com`, or `ws://…` without TLS. The client adds the path.
    ///   - messageListMax: The most messages in ``BarrageState/messageList``, at least 1. The oldest are dropped.
    public static func configure(serverURL: String, messageListMax: Int = 500) {
        StoreHub.shared.runtime.configure {
            $0.serverURL = serverURL
            $0.messageListMax = max(1, messageListMax)
        }
    }
}
