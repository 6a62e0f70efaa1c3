import OvationClient
import OvationModel
import OvationWire

@testable import AtomicXCore

/// The stores of one test, with a scripted server behind them.
struct World {
    static let live = LiveID(unchecked: "live_1")
    static let owner = UserInfo(userID: UserID(unchecked: "host"), userName: "Host")
    static let viewer = UserInfo(userID: UserID(unchecked: "viewer"), userName: "Viewer")
    static let other = UserInfo(userID: UserID(unchecked: "other"), userName: "Other")

    let server = ScriptedServer()
    let queue = ManualQueue()
    let runtime: StoreRuntime
    let hub: StoreHub

    /// - Parameter devices: The camera and the microphone; the default has none.
    init(devices: DeviceStore = DeviceStore { NoDeviceHardware() }) {
        runtime = StoreRuntime(queue: queue) { [server] serverURL in
            OvationClient(
                configuration: ClientConfiguration(
                    serverURL: serverURL, reconnectDelaySecondsMin: 0, reconnectDelaySecondsMax: 0),
                transport: server, orderJournal: InMemoryOrderJournal())
        }
        hub = StoreHub(runtime: runtime, devices: devices)
        server.on("session.open") { frame in
            guard case .sessionOpen(let open) = frame.command else { return [] }
            return [.ok(Self.opened(open))]
        }
        server.on("room.join") { frame in Self.entering(frame.room ?? Self.live, role: .viewer) }
        server.on("room.create") { frame in
            guard case .roomCreate(let create) = frame.command else { return [] }
            return Self.entering(create.liveID, role: .owner)
        }
        for op in [
            "room.leave", "room.update", "audience.kick", "audience.mute", "audience.admin", "user.update", "like.send",
        ] {
            server.on(op, ok: Empty())
        }
    }

    var audience: LiveAudienceStore { hub.audience.store(for: Self.live.rawValue) }
    var gift: GiftStore { hub.gift.store(for: Self.live.rawValue) }
    var barrage: BarrageStore { hub.barrage.store(for: Self.live.rawValue) }
    var like: LikeStore { hub.like.store(for: Self.live.rawValue) }
    var leaderboard: LeaderboardStore { hub.leaderboard.store(for: Self.live.rawValue) }
    var seat: LiveSeatStore { hub.seat.store(for: Self.live.rawValue) }
    var coGuest: CoGuestStore { hub.coGuest.store(for: Self.live.rawValue) }
    var summary: LiveSummaryStore { hub.summary.store(for: Self.live.rawValue) }

    /// Logs the viewer in.
    func logIn(_ userID: String = "viewer") async throws {
        try await hub.login.login(sdkAppID: 1_400_000_001, userID: userID, userSig: "dev")
    }

    /// Logs the viewer in and enters the live.
    @discardableResult
    func enter() async throws -> LiveInfo {
        try await logIn()
        return try await hub.liveList.joinLive(liveID: Self.live.rawValue)
    }

    /// Logs the owner in and creates the live.
    func create() async throws {
        try await logIn("host")
        var info = LiveInfo()
        info.liveID = Self.live.rawValue
        try await hub.liveList.startLive(info)
    }

    /// Sends an event, and returns once the stores have taken it.
    func send(_ event: RoomEvent, seq: Int64? = nil, durable: Int64? = nil) async throws {
        try await server.send(event, in: Self.live, seq: seq, durable: durable)
        try await queue.settle()
    }

    // MARK: The server's values

    static func opened(_ open: SessionOpen, rooms: [SessionOpened.Room] = []) -> SessionOpened {
        var profile = OvationModel.UserProfile(nickname: "Nick")
        profile.gender = 2
        return SessionOpened(
            session: SessionID(unchecked: "s1"), resumed: open.resume != nil, user: UserInfo(userID: open.userID),
            profile: profile, at: ScriptedServer.at, silenceSeconds: 90, rooms: rooms)
    }

    static func joined(_ liveID: LiveID, role: OvationModel.Role, session: String = "start_1") -> RoomJoined {
        RoomJoined(
            liveID: liveID, sessionID: LiveSessionID(unchecked: session), role: role, muted: false, mutedUntil: nil,
            created: role == .owner, epoch: ScriptedServer.epoch, seq: 100, durable: 0)
    }

    static func info(_ liveID: LiveID = live, session: String = "start_1") -> RoomInfo {
        RoomInfo(
            liveID: liveID, sessionID: LiveSessionID(unchecked: session), owner: owner,
            createTime: Timestamp(milliseconds: 1_699_999_999_000))
    }

    /// A snapshot of a live with one viewer and the given statistics.
    static func snapshot(
        _ liveID: LiveID = live, session: String = "start_1", statistics: RoomStatistics = RoomStatistics(),
        audience: [UserInfo] = [viewer], admins: [UserInfo] = [], history: [BarrageRecord] = []
    ) -> RoomSnapshot {
        RoomSnapshot(
            info: info(liveID, session: session), statistics: statistics, audienceCount: audience.count,
            audience: audience,
            admins: admins, history: history)
    }

    /// The answer to entering a live.
    static func entering(
        _ liveID: LiveID, role: OvationModel.Role, session: String = "start_1", snapshot: RoomSnapshot? = nil
    ) -> [ScriptedServer.Output] {
        [
            .ok(joined(liveID, role: role, session: session)),
            .event(
                liveID, .roomSnapshot(snapshot ?? Self.snapshot(liveID, session: session)), seq: nil, durable: nil),
        ]
    }

    static func text(_ text: String, from sender: UserInfo = other) -> RoomEvent {
        .barrageSent(OvationModel.Barrage(sender: sender, kind: .text(text, extensionInfo: [:])))
    }

    static func record(_ text: String, seq: Int64) -> BarrageRecord {
        BarrageRecord(
            seq: seq, at: ScriptedServer.at,
            barrage: OvationModel.Barrage(sender: other, kind: .text(text, extensionInfo: [:])))
    }

    static func rose(price: Int64 = 5) throws -> OvationModel.Gift {
        OvationModel.Gift(giftID: GiftID(unchecked: "rose"), name: "Rose", desc: "A rose", coins: try coins(price))
    }

    static func giftReceived(order: String, count: Int, sender: UserInfo = other) throws -> RoomEvent {
        .giftReceived(
            GiftReceived(
                orderID: OrderID(unchecked: order), gift: try rose(), count: count, coins: try coins(Int64(5 * count)),
                sender: sender, to: [owner]))
    }

    static func coins(_ amount: Int64) throws -> Coins {
        guard let coins = Coins(amount) else { throw Rejection(.failed) }
        return coins
    }
}
