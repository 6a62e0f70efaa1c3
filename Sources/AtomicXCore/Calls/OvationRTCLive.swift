import OvationClient
import OvationModel

/// A live in which the user sits, as an ``OvationRTC`` has it. Methods may be called on any thread.
public final class OvationRTCLive: Sendable {
    /// The most bytes of a signal, unless the server's `limits.seatSignalBytesMax` is another.
    public static let signalBytesMax = 16_384

    /// The id of the live.
    public let liveID: String
    /// The servers that help to reach others in seats. Read them for each new connection: a login holds for a limited time, and is renewed
    /// whenever somebody sits down.
    public var iceServers: [OvationICEServer] { servers.withLock { $0 } }

    /// Where to send and to take others; nil where apps send to each other. Read it for each new connection, because its ticket holds for a
    /// limited time.
    public var mediaServer: OvationMediaServer? { media.withLock { $0 } }

    private let servers = Locked<[OvationICEServer]>([])
    private let media = Locked<OvationMediaServer?>(nil)
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private weak let calls: SeatCalls?

    init(liveID: String, runtime: StoreRuntime, calls: SeatCalls) {
        self.liveID = liveID
        self.runtime = runtime
        self.calls = calls
    }

    func set(_ servers: [OvationICEServer], _ mediaServer: OvationMediaServer?) {
        self.servers.withLock { $0 = servers }
        media.withLock { $0 = mediaServer }
    }

    /// Sends something to another user in a seat, whose app gets it by ``OvationRTC/receive(_:from:in:)``. Signals arrive in the order in
    /// which they were sent. Nothing is kept: what was sent while a connection was lost has to be sent again.
    ///
    /// - Parameters:
    ///   - signal: The text, at most ``signalBytesMax`` bytes.
    ///   - userID: The user.
    ///   - completion: Called on the main queue. It fails with 100206 if one of the two has no seat, with 100002 if the signal is too long,
    ///     and with -2 if too many were sent at once.
    public func send(_ signal: String, to userID: String, completion: CompletionClosure? = nil) {
        runtime.perform(in: lane, completion) { [liveID] client in
            try await client.sendSeatSignal(
                signal, to: try UserID.checked(userID), in: try LiveID.checked(liveID))
        }
    }

    /// Reports how loud the voices of others are, by user id, 0 to 100. ``LiveSeatState/speakingUsers`` has them, and the user's own beside
    /// them. A report replaces the one before it.
    public func report(volumes: [String: Int]) {
        runtime.queue.async { [self] in calls?.heard(volumes, in: self) }
    }

    /// Reports the quality of pictures and voices, for ``LiveSeatState/avStatistics``. A report replaces the one before it.
    public func report(statistics: [AVStatistics]) {
        runtime.queue.async { [self] in calls?.measured(statistics, in: self) }
    }
}
