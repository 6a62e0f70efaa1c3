import Logging
import NIOCore
import NIOPosix
import OvationClient
import OvationModel
import OvationWire

/// A user of a storm: an app with the real client, whose orders outlive its crashes.
struct StormUser {
    static let sdkAppID = 1_400_000_001
    static let gift = GiftID(unchecked: "rose")

    let userID: UserID
    let live: LiveID
    let serverURL: String
    let record: StormRecord
    let journal: StormJournal
    let group: any EventLoopGroup
    /// Orders that an earlier client of the user left without an answer, and that have it now.
    private let settled: AsyncStream<OrderID>
    private let settle: AsyncStream<OrderID>.Continuation

    init(_ name: String, live: LiveID, serverURL: String, record: StormRecord, group: any EventLoopGroup) {
        userID = UserID(unchecked: name)
        self.live = live
        self.serverURL = serverURL
        self.record = record
        self.group = group
        journal = StormJournal(record)
        (settled, settle) = AsyncStream.makeStream()
    }

    /// Logs in with a new client, however long the server is away.
    func logIn(onEvent: @escaping @Sendable (ClientEvent) -> Void = { _ in }) async throws -> OvationClient {
        var configuration = ClientConfiguration(
            serverURL: serverURL, reconnectDelaySecondsMin: 0.05, reconnectDelaySecondsMax: 0.5,
            requestTimeoutSeconds: 120, logger: Logger(label: "storm") { _ in SwiftLogNoOpLogHandler() })
        configuration.logger.logLevel = .critical
        let client = OvationClient(configuration: configuration, orderJournal: journal, eventLoopGroup: group)
        client.addHandler { [record, userID, settle] event in
            switch event {
            case .orderSettled(_, let order, let result):
                record.answered(userID, order.orderID, result)
                settle.yield(order.orderID)
            default: onEvent(event)
            }
        }
        try await retrying { _ = try await client.logIn(sdkAppID: Self.sdkAppID, userID: userID, userSig: "dev") }
        return client
    }

    /// Tries again what fails because the server is away.
    func retrying(_ action: () async throws -> Void) async throws {
        while true {
            do { return try await action() } catch let rejection as Rejection where rejection.code.isTemporary {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// Sends orders one after the other. Where chance says so the app crashes while an order is under way; the next
    /// client of the user finishes it.
    func sendOrders(_ count: Int, crashes: (Int) -> Bool) async throws {
        var client = try await logIn()
        try await retrying { _ = try await client.joinRoom(live) }
        for number in 0..<count {
            if crashes(number) {
                client = try await crash(client)
                continue
            }
            client = try await send(client)
        }
        await client.logOut()
    }

    /// Sends one order. One that was never sent is made anew, and one whose answer was lost with every kill is settled by the
    /// next session, as the client promises; anything else that goes wrong is what a storm looks for.
    ///
    /// - Returns: The client to go on with.
    private func send(_ client: OvationClient) async throws -> OvationClient {
        while true {
            do {
                let answer = try await client.sendGift(Self.gift, count: 1, to: [], in: live)
                record.answered(userID, answer.orderID, .success(answer))
                return client
            } catch let rejection as Rejection where rejection.code == .networkUnavailable {
                try Task.checkCancellation()
            } catch let rejection as Rejection where rejection.code == .outcomeUnknown {
                await client.logOut()
                return try await startAgain()
            }
        }
    }

    /// Orders, loses the app before the answer is there, and starts it again.
    private func crash(_ client: OvationClient) async throws -> OvationClient {
        async let order = client.sendGift(Self.gift, count: 1, to: [], in: live)
        // By the time that this is answered, the order is on its way to the disk.
        _ = try? await client.wallet()
        await client.logOut()
        do {
            let answer = try await order
            record.answered(userID, answer.orderID, .success(answer))
        } catch let rejection as Rejection {
            // Nobody knows whether it was charged, or it was never sent.
            guard [.outcomeUnknown, .notLoggedIn].contains(rejection.code) else { throw rejection }
        }
        return try await startAgain()
    }

    /// Starts the app again, and waits until what it left unfinished is settled.
    private func startAgain() async throws -> OvationClient {
        let left = journal.unfinished
        let next = try await logIn()
        try await retrying { _ = try await next.joinRoom(live) }
        for order in left where record.answers[StormRecord.key(userID, order)] == nil {
            for await id in settled where id == order { break }
        }
        return next
    }
}
