import Foundation
import NIOCore
import OvationClient
import OvationModel
import OvationWire

/// A server in place of the transport, with a wallet for every user and one live. It charges an order once and shows it in the live. It
/// loses what the test tells it to lose.
///
/// `@unchecked Sendable`: everything is under a lock.
final class KitServer: Transport, @unchecked Sendable {
    /// Where a connection breaks during an order.
    enum Fault: Sendable {
        /// The order does not reach the server.
        case order
        /// The order is charged and shown, but its answer is lost.
        case answer
    }

    static let live = LiveID(unchecked: "live_1")
    static let host = UserInfo(userID: UserID(unchecked: "host"), userName: "Host")
    static let at = Timestamp(milliseconds: 1_700_000_000_000)
    private static let epoch = "e1"

    private final class Connection: TransportConnection, Sendable {
        let server: KitServer
        let eventLoop: any EventLoop
        let deliver: @Sendable (TransportEvent) -> Void

        init(server: KitServer, eventLoop: any EventLoop, deliver: @escaping @Sendable (TransportEvent) -> Void) {
            self.server = server
            self.eventLoop = eventLoop
            self.deliver = deliver
        }

        func send(_ text: Data) { server.take(text, from: self) }

        func close(_ code: CloseCode) {
            server.closed(self)
            tell(.closed(code, nil))
        }

        func tell(_ event: TransportEvent) { eventLoop.execute { [deliver] in deliver(event) } }
    }

    private struct State {
        var connections: [ObjectIdentifier: (connection: Connection, user: UserID?, isIn: Bool)] = [:]
        var balances: [UserID: Int64] = [:]
        var charged: [String: GiftCharged] = [:]
        var shown: [(GiftReceived, Int64)] = []
        var commands: [CommandFrame] = []
        var faults: [Fault] = []
        var refusal: Rejection?
        var isDevelopment = true
        var panel = KitServer.panel
        var likes = 0
    }

    private let lock = NSLock()
    private var state = State()

    // MARK: What tests set and read

    /// Breaks the connection of each of the next orders.
    func fail(_ faults: Fault...) { lock.withLock { state.faults += faults } }
    /// Refuses orders and likes from now on, or accepts them again if nil.
    func refuse(_ code: ErrorCode?) { lock.withLock { state.refusal = code.map { Rejection($0) } } }
    /// Makes the server behave as without `--dev`.
    func makeProductive() { lock.withLock { state.isDevelopment = false } }
    /// Sets a user's coins.
    func fill(_ user: String, _ coins: Int64) { lock.withLock { state.balances[UserID(unchecked: user)] = coins } }
    /// A user's coins.
    func balance(of user: String) -> Int64 { lock.withLock { state.balances[UserID(unchecked: user)] ?? 500 } }
    /// The ids of the charged orders.
    var chargedOrders: [String] { lock.withLock { state.charged.keys.sorted() } }
    /// The commands of one operation.
    func commands(_ op: String) -> [Command] {
        lock.withLock { state.commands.map(\.command).filter { $0.op == op } }
    }
    /// Every order received, repeats included.
    var orders: [GiftSend] {
        commands("gift.send").compactMap { if case .giftSend(let order) = $0 { order } else { nil } }
    }

    /// Shows another user's gift.
    func show(_ gift: OvationModel.Gift, count: Int = 1, from user: String, order: String, to: [UserInfo] = [host]) {
        lock.withLock {
            show(
                GiftReceived(
                    orderID: OrderID(unchecked: order), gift: gift, count: count, coins: .zero,
                    sender: UserInfo(userID: UserID(unchecked: user), userName: user.capitalized), to: to))
        }
    }

    /// Sends a like event of the user.
    func like(_ count: Int, from user: String) { lock.withLock { like(count, UserID(unchecked: user)) } }

    /// Changes the catalogue and announces it.
    func change(_ panel: GiftPanel) {
        lock.withLock {
            state.panel = panel
            for (connection, _, _) in state.connections.values {
                connection.tell(.text(Data(FrameEncoder.catalogueChanged())))
            }
        }
    }

    // MARK: The catalogue

    static func gift(
        _ id: String, _ price: Int64, effect: String = "", extensionInfo: [String: String] = [:]
    ) -> OvationModel.Gift {
        OvationModel.Gift(
            giftID: GiftID(unchecked: id), name: id.capitalized, iconURL: "/gifts/\(id).png", resourceURL: effect,
            coins: Coins(price) ?? .zero, extensionInfo: extensionInfo)
    }

    static let rose = gift("rose", 1)
    static let crown = gift("crown", 100)
    static let rocket = gift("rocket", 200, effect: "/gifts/rocket.svga", extensionInfo: ["rank": "1"])
    static let panel = GiftPanel(categories: [
        GiftCategory(categoryID: "all", name: "All", giftList: [rose, crown]),
        GiftCategory(categoryID: "big", name: "Big", giftList: [rocket, crown]),
    ])

    // MARK: The transport

    func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let connection = Connection(server: self, eventLoop: eventLoop, deliver: deliver)
        lock.withLock { state.connections[ObjectIdentifier(connection)] = (connection, nil, false) }
        connection.tell(.opened)
        return connection
    }

    private func closed(_ connection: Connection) {
        lock.withLock { _ = state.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    private func cut(_ connection: Connection) {
        state.connections.removeValue(forKey: ObjectIdentifier(connection))
        connection.tell(.closed(.lost, nil))
    }

    private func take(_ text: Data, from connection: Connection) {
        lock.withLock {
            guard case .success(let frame) = CommandFrame.decode(text),
                state.connections[ObjectIdentifier(connection)] != nil
            else { return }
            state.commands.append(frame)
            answer(frame, connection)
        }
    }

    private func answer(_ frame: CommandFrame, _ connection: Connection) {
        let key = ObjectIdentifier(connection)
        let user = state.connections[key]?.user ?? UserID(unchecked: "nobody")
        func ok(_ value: some Encodable) { connection.tell(.text(Data(FrameEncoder.reply(id: frame.id, ok: value)))) }
        func refuse(_ rejection: Rejection) {
            connection.tell(.text(Data(FrameEncoder.reply(id: frame.id, error: rejection))))
        }
        switch frame.command {
        case .sessionOpen(let open):
            let rooms = (open.resume?.rooms ?? []).map { room in
                SessionOpened.Room(
                    room: room.room, joined: true, recovered: true, membership: joined(open.userID))
            }
            state.connections[key] = (connection, open.userID, !rooms.isEmpty)
            ok(
                SessionOpened(
                    session: SessionID(unchecked: "s1"), resumed: open.resume != nil,
                    user: UserInfo(userID: open.userID), profile: UserProfile(), at: Self.at, silenceSeconds: 90,
                    rooms: rooms))
            let seen = open.resume?.rooms.first?.durable ?? .max
            for (gift, durable) in state.shown where durable > seen { tell(gift, durable, connection) }
        case .roomJoin:
            state.connections[key] = (connection, user, true)
            ok(joined(user))
            connection.tell(.text(snapshot))
        case .giftList: ok(state.panel)
        case .walletGet: ok(wallet(user))
        case .walletTopUp(let topUp):
            guard state.isDevelopment else { return refuse(Rejection(.topUpRefused)) }
            state.balances[user] = (state.balances[user] ?? 500) + topUp.coins.amount
            ok(wallet(user))
        case .giftSend(let order):
            switch state.faults.isEmpty ? nil : state.faults.removeFirst() {
            case .order?: cut(connection)
            case .answer?:
                _ = charge(order, user)
                cut(connection)
            case nil:
                switch charge(order, user) {
                case .success(let charged): ok(charged)
                case .failure(let rejection): refuse(rejection)
                }
            }
        case .likeSend(let like):
            if let refusal = state.refusal { return refuse(refusal) }
            ok(Empty())
            self.like(like.count ?? 1, user)
        default: ok(Empty())
        }
    }

    private func charge(_ order: GiftSend, _ user: UserID) -> Result<GiftCharged, Rejection> {
        if let charged = state.charged[order.orderID.rawValue] { return .success(charged) }
        if let refusal = state.refusal { return .failure(refusal) }
        let gifts = state.panel.categories.flatMap(\.giftList)
        guard let gift = gifts.first(where: { $0.giftID == order.giftID }) else {
            return .failure(Rejection(.giftNotFound))
        }
        let count = order.count ?? 1
        let left = (state.balances[user] ?? 500) - gift.coins.amount * Int64(count)
        guard let balance = Coins(left), left >= 0 else { return .failure(Rejection(.insufficientBalance)) }
        state.balances[user] = left
        let charged = GiftCharged(
            orderID: order.orderID, giftID: order.giftID, count: count, coins: gift.coins, balance: balance,
            durable: Int64(state.shown.count + 1), at: Self.at)
        state.charged[order.orderID.rawValue] = charged
        let receivers = order.to?.map { UserInfo(userID: $0) } ?? [Self.host]
        show(
            GiftReceived(
                orderID: order.orderID, gift: gift, count: count, coins: gift.coins,
                sender: UserInfo(userID: user, userName: user.rawValue.capitalized), to: receivers))
        return .success(charged)
    }

    private func show(_ gift: GiftReceived) {
        let durable = Int64(state.shown.count + 1)
        state.shown.append((gift, durable))
        for (connection, _, isIn) in state.connections.values where isIn { tell(gift, durable, connection) }
    }

    private func like(_ count: Int, _ user: UserID) {
        state.likes += count
        let event = RoomEvent.likeReceived(
            LikeReceived(total: state.likes, added: count, senders: [.init(user: UserInfo(userID: user), count: count)])
        )
        for (connection, _, isIn) in state.connections.values where isIn {
            connection.tell(.text(Self.frame(event, durable: nil)))
        }
    }

    private func tell(_ gift: GiftReceived, _ durable: Int64, _ connection: Connection) {
        connection.tell(.text(Self.frame(.giftReceived(gift), durable: durable)))
    }

    private static func frame(_ event: RoomEvent, durable: Int64?) -> Data {
        Data(
            FrameEncoder.event(
                room: live, position: EventPosition(epoch: epoch, seq: nil, durable: durable, at: at),
                name: event.name, data: event.encodedData))
    }

    private func wallet(_ user: UserID) -> Wallet { Wallet(balance: Coins(state.balances[user] ?? 500) ?? .zero) }

    private func joined(_ user: UserID) -> RoomJoined {
        RoomJoined(
            liveID: Self.live, sessionID: LiveSessionID(unchecked: "start_1"), role: .viewer, muted: false,
            mutedUntil: nil, created: false, epoch: Self.epoch, seq: 0, durable: Int64(state.shown.count))
    }

    private var snapshot: Data {
        let info = RoomInfo(
            liveID: Self.live, sessionID: LiveSessionID(unchecked: "start_1"), owner: Self.host, createTime: Self.at)
        let snapshot = RoomSnapshot(
            info: info, statistics: RoomStatistics(), audienceCount: 0, audience: [], admins: [], history: [])
        return Self.frame(.roomSnapshot(snapshot), durable: nil)
    }
}
