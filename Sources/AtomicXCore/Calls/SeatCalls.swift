import OvationClient
import OvationModel
import OvationWire

/// Tells the app's ``OvationRTC`` with whom the user in a seat is to be connected, and passes on what it and the apps of others send.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the stores' queue only, or have a lock.
final class SeatCalls: @unchecked Sendable {
    /// The most reports of a live that are kept, of voices and of statistics. There are never more seats.
    private static let reportsMax = 64

    private struct Sitting {
        let live: OvationRTCLive
        var user: SeatUserInfo
        var peers: [SeatUserInfo]
        /// Whether the servers were asked for once, so that the library knows of the live.
        var isConnected = false
    }

    private let runtime: StoreRuntime
    private let library = Locked<(any OvationRTC)?>(nil)
    private var sitting: Sitting?
    private let reported = Locked<Reports?>(nil)

    /// Takes what the library reports, on the stores' queue.
    struct Reports: Sendable {
        let heard: @Sendable (_ liveID: String, _ volumes: [String: Int]) -> Void
        let measured: @Sendable (_ liveID: String, _ statistics: [AVStatistics]) -> Void
    }

    init(runtime: StoreRuntime) { self.runtime = runtime }

    /// Sets the app's library; nil for none.
    func setLibrary(_ library: (any OvationRTC)?) { self.library.withLock { $0 = library } }

    /// Sets what takes the reports of the library.
    func setReports(_ reports: Reports) { reported.withLock { $0 = reports } }

    // MARK: On the stores' queue

    /// Follows the seats of a live.
    ///
    /// - Parameter user: The user; nil if they do not sit.
    func follow(_ user: SeatUserInfo?, peers: [SeatUserInfo], in liveID: String) {
        guard let user else { return left(liveID) }
        if let sitting, sitting.live.liveID != liveID { left(sitting.live.liveID) }
        guard var now = sitting else {
            let live = OvationRTCLive(liveID: liveID, runtime: runtime, calls: self)
            sitting = Sitting(live: live, user: user, peers: peers)
            return askServers(live)
        }
        guard now.user != user || now.peers != peers else { return }
        let isSomebodyNew = !Set(peers.map(\.userID)).isSubset(of: now.peers.map(\.userID))
        (now.user, now.peers) = (user, peers)
        sitting = now
        // The login may be too old for a new connection.
        if isSomebodyNew { askServers(now.live) } else { connect() }
    }

    /// Handles that the user does not sit in a live any more.
    func left(_ liveID: String) {
        guard let last = sitting, last.live.liveID == liveID else { return }
        sitting = nil
        if last.isConnected { library.withLock { $0 }?.disconnect(from: last.live) }
    }

    func signalled(_ signal: SeatSignalled, in liveID: String) {
        guard let sitting, sitting.isConnected, sitting.live.liveID == liveID else { return }
        // Who has just left the seat may have sent it before.
        guard sitting.peers.contains(where: { $0.userID == signal.from.rawValue }) else { return }
        library.withLock { $0 }?.receive(signal.data, from: signal.from.rawValue, in: sitting.live)
    }

    func heard(_ volumes: [String: Int], in live: OvationRTCLive) {
        guard let sitting, sitting.live === live else { return }
        let known = Set(sitting.peers.map(\.userID))
        let volumes = volumes.filter { known.contains($0.key) }.mapValues { $0.clamped(to: 0...100) }
        reported.withLock { $0 }?.heard(live.liveID, volumes)
    }

    func measured(_ statistics: [AVStatistics], in live: OvationRTCLive) {
        guard sitting?.live === live else { return }
        reported.withLock { $0 }?.measured(live.liveID, Array(statistics.prefix(Self.reportsMax)))
    }

    private func askServers(_ live: OvationRTCLive) {
        guard library.withLock({ $0 != nil }) else { return }
        let completion = Completion<(page: SeatPage, mediaServer: OvationMediaServer?)> { result in
            guard self.sitting?.live === live else { return }
            // Without servers, users of one network still reach each other.
            if case .success(let (page, mediaServer)) = result {
                live.set((page.iceServers ?? []).map(OvationICEServer.init), mediaServer)
            }
            self.sitting?.isConnected = true
            self.connect()
        }
        runtime.perform(in: nil, completion) { [runtime] in
            let client = try runtime.client()
            let page = try await client.seats(of: try LiveID.checked(live.liveID))
            let mediaServer = page.mediaServer.map {
                OvationMediaServer(address: client.resolved($0.address), ticket: $0.ticket)
            }
            return { (page, mediaServer) }
        }
    }

    private func connect() {
        guard let sitting, sitting.isConnected else { return }
        library.withLock { $0 }?.connect(to: sitting.peers, as: sitting.user, in: sitting.live)
    }
}

extension OvationICEServer {
    fileprivate init(_ server: ICEServer) {
        self.init(urls: server.urls, username: server.username ?? "", credential: server.credential ?? "")
    }
}
