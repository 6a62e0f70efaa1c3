public import OvationModel
import OvationSupport
public import OvationWire

/// The servers that help users in seats to find a way to each other.
public struct ICEConfiguration: Equatable, Sendable {
    /// The addresses of STUN and TURN servers, such as `stun:stun.example.com:3478`.
    public var urls: [String]
    /// The secret that the TURN servers share with this one (`static-auth-secret` of coturn); nil if they need no login.
    public var secret: String?
    /// How long a login holds, in seconds.
    public var seconds: Int

    /// Makes a configuration; the default has no servers.
    public init(urls: [String] = [], secret: String? = nil, seconds: Int = 86_400) {
        self.urls = urls
        self.secret = secret
        self.seconds = seconds
    }

    /// The servers as a user in a seat gets them; nil for none.
    ///
    /// TURN servers check the login without asking this one; see ``OvationSupport/TURNLogin``.
    public func servers(for user: UserID, at now: Timestamp) -> [ICEServer]? {
        let (relays, others) = (urls.filter(Self.isRelay), urls.filter { !Self.isRelay($0) })
        var servers: [ICEServer] = others.isEmpty ? [] : [ICEServer(urls: others)]
        if !relays.isEmpty {
            var server = ICEServer(urls: relays)
            if let secret {
                let login = TURNLogin(
                    user: user.rawValue, endSeconds: now.milliseconds / 1_000 + Int64(seconds), secret: secret)
                (server.username, server.credential) = (login.name, login.password)
            }
            servers.append(server)
        }
        return servers.isEmpty ? nil : servers
    }

    /// Whether an address is one of a server: STUN or TURN, with a host and perhaps a port and a transport.
    public static func isAddress(_ text: String) -> Bool {
        text.wholeMatch(
            of: /(stuns?|turns?):([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?(\?transport=(udp|tcp))?/) != nil
    }

    private static func isRelay(_ url: String) -> Bool { url.hasPrefix("turn") }
}
