import NIOCore
import NIOSSL
import OvationClient
import OvationModel

/// The server that is loaded, with the users and lives of the run.
struct LoadTarget: Sendable {
    /// Host and port as in the request.
    var host: String
    /// The path of the WebSocket.
    var path: String
    /// The address behind the host.
    var address: SocketAddress
    /// TLS, where the server speaks it.
    var tls: NIOSSLContext?
    var sdkAppID: Int
    /// Makes the proof of who a user is.
    var userSig: @Sendable (UserID) -> String
    /// The mark of this run in the names of its users, lives and messages.
    var mark: StampMark
    /// The number of lives. Viewers are spread over them evenly.
    var rooms: Int
    /// How the lives are created.
    var roomSettings = RoomSettings()

    /// The live of a number.
    func room(_ number: Int) -> LiveID { LiveID(unchecked: "load_\(mark.run)_\(number)") }
    /// The owner of the live of a number.
    func owner(_ number: Int) -> UserID { UserID(unchecked: "lo_\(mark.run)_\(number)") }
    /// The viewer of a number.
    func viewer(_ number: Int) -> UserID { UserID(unchecked: "lv_\(mark.run)_\(number)") }

    /// Where the server is, as its clients name it.
    var endpoint: TransportEndpoint? { TransportEndpoint(serverURL: "\(tls == nil ? "ws" : "wss")://\(host)\(path)") }
    /// Where a live's picture is played.
    func playPath(_ number: Int) -> String { (endpoint?.mediaPath(of: room(number)) ?? "") + "/play" }

    /// The number of connections for which one source address of this machine has ports enough.
    static let connectionsPerSource = 20_000

    /// The source address of a connection, by its number; nil lets the system choose.
    ///
    /// The system has some 28,000 ports for each pair of addresses. On the machine itself, every address of 127.0.0.0/8 can be used.
    func source(of number: Int) -> SocketAddress? {
        guard case .v4 = address, address.ipAddress?.hasPrefix("127.") == true else { return nil }
        let network = number / Self.connectionsPerSource
        return network == 0 ? nil : try? SocketAddress(ipAddress: "127.0.0.\(2 + network)", port: 0)
    }
}

/// The messages that are sent into each live.
struct LoadTraffic: Sendable, Equatable {
    var chatPerSecond: Double = 0
    var giftsPerSecond: Double = 0
    var likesPerSecond: Double = 0
    /// The rate of taps, and how many taps a client counts in one command.
    var tapsPerSecond: Double = 0
    var tapsPerCommand = 1
    /// The rate at which those who sit change something of their seats.
    var seatChangesPerSecond: Double = 0
    /// The length of a message's text in bytes; 0 for texts as people write them.
    var textBytes = 200
    /// The gift to send; nil for none.
    var gift: GiftID?
}
