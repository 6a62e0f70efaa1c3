import Foundation
import Testing

/// Somebody who comes back to lives over the wire, as a client that names its places does.
enum ReplayWorld {
    /// Where a client stands in a live.
    struct Place: Sendable {
        var room: String
        var epoch: String
        var seq: Int
        var durable: Int
        var sessionID: String?

        var json: String {
            let start = sessionID.map { #","sessionID":"\#($0)""# } ?? ""
            return #"{"room":"\#(room)","epoch":"\#(epoch)","seq":\#(seq),"durable":\#(durable)\#(start)}"#
        }

        /// The place of somebody who knows nothing of the live's numbered events, so that all is read from the storage.
        var withoutRing: Place {
            var place = self
            place.epoch = "old"
            return place
        }

        func at(durable: Int) -> Place {
            var place = self
            place.durable = durable
            return place
        }
    }

    /// Somebody who is in a live.
    struct Visitor: Sendable {
        let client: RawClient
        let user: String
        let session: String
        let place: Place
    }

    /// What somebody who comes back was answered and told until then.
    ///
    /// Sound as `Sendable` because it is never changed, and JSON objects hold values only.
    struct Told: @unchecked Sendable {
        let rooms: [[String: Any]]
        /// The events, and how many bytes each took.
        let events: [(json: [String: Any], bytes: Int)]

        var names: [String] { events.compactMap { $0.json["event"] as? String } }

        /// The orders of the gifts that were told, in their order.
        func gifts(of room: String? = nil) -> [String] {
            events.map(\.json).filter { room == nil || $0["room"] as? String == room }.flatMap(ReplayWorld.gifts)
        }

        /// The number of the last stored event of a live that was told.
        func durable(of room: String) -> Int? {
            events.last { $0.json["room"] as? String == room && $0.json["durable"] != nil }?.json["durable"] as? Int
        }

        func entry(of room: String) throws -> [String: Any] {
            try #require(rooms.first { $0["room"] as? String == room })
        }

        func code(of room: String) throws -> Int? { (try entry(of: room)["error"] as? [String: Any])?["code"] as? Int }
    }

    /// The orders that an event tells.
    static func gifts(_ event: [String: Any]) -> [String] {
        guard event["event"] as? String == "gift.received", let data = event["data"] as? [String: Any] else {
            return []
        }
        if let orders = data["orders"] as? [[String: Any]] { return orders.compactMap { $0["orderID"] as? String } }
        return [data["orderID"] as? String].compactMap(\.self)
    }

    static func logIn(_ user: String, _ server: TestServer) async throws -> (client: RawClient, session: String) {
        let client = try await RawClient.open(port: server.port)
        let opened = try #require(try await client.logIn(user)["ok"] as? [String: Any])
        return (client, try #require(opened["session"] as? String))
    }

    /// Sends a command and waits for its `ok`.
    @discardableResult
    static func ask(
        _ client: RawClient, _ operation: String, _ room: String, _ data: String = "{}", id: Int = 50
    ) async throws -> [String: Any] {
        try await client.send(#"{"id":\#(id),"op":"\#(operation)","room":"\#(room)","data":\#(data)}"#)
        return try #require(try await client.reply(to: id)["ok"] as? [String: Any])
    }

    static func host(_ room: String, _ server: TestServer) async throws -> RawClient {
        let host = try await logIn("host", server).client
        try await start(room, host)
        return host
    }

    static func start(_ room: String, _ host: RawClient) async throws {
        try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"\#(room)"}}"#)
        _ = try #require(try await host.reply(to: 2)["ok"])
    }

    /// Sends a gift, and waits until the sender was told of it as well: those who enter after that have missed it.
    static func gift(_ order: String, in room: String, from client: RawClient) async throws {
        let data = #"{"orderID":"\#(order)","giftID":"rose"}"#
        try await client.send(#"{"id":50,"op":"gift.send","room":"\#(room)","data":\#(data)}"#)
        var (isCharged, isTold) = (false, false)
        while !isCharged || !isTold {
            let frame = try #require(await client.nextText()).json
            if frame["id"] as? Int == 50 {
                _ = try #require(frame["ok"])
                isCharged = true
            }
            if gifts(frame).contains(order) { isTold = true }
        }
    }

    /// Enters a live with a login of its own.
    static func enter(_ room: String, as user: String, _ server: TestServer) async throws -> Visitor {
        let (client, session) = try await logIn(user, server)
        return Visitor(client: client, user: user, session: session, place: try await place(in: room, client))
    }

    /// Enters a live and says where the client stands then.
    static func place(in room: String, _ client: RawClient) async throws -> Place {
        let joined = try await ask(client, "room.join", room)
        return Place(
            room: room, epoch: try #require(joined["epoch"] as? String), seq: try #require(joined["seq"] as? Int),
            durable: try #require(joined["durable"] as? Int), sessionID: joined["sessionID"] as? String)
    }

    /// What logs somebody in who comes back.
    static func login(_ user: String, session: String, _ places: [Place], attempt: Int? = nil) -> String {
        let rooms = places.map(\.json).joined(separator: ",")
        return #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"\#(user)","userSig":"dev","#
            + #""resume":{"session":"\#(session)","rooms":[\#(rooms)]\#(attempt.map { ",\"attempt\":\($0)" } ?? "")}}}"#
    }

    /// Comes back over a connection of its own.
    static func resume(
        _ user: String, session: String = "gone", _ places: [Place], _ server: TestServer
    ) async throws -> Told {
        try await resume(user, session: session, places, over: try await RawClient.open(port: server.port))
    }

    /// Comes back. All that was replayed has come when the answer to a ping has, or the connection was closed.
    static func resume(
        _ user: String, session: String = "gone", _ places: [Place], over client: RawClient
    ) async throws -> Told {
        try await client.send(login(user, session: session, places))
        try await client.send(#"{"id":2,"op":"session.ping"}"#)
        var rooms: [[String: Any]]?
        var events: [(json: [String: Any], bytes: Int)] = []
        while let frame = await client.nextText() {
            let json = frame.json
            if json["id"] as? Int == 1 { rooms = (json["ok"] as? [String: Any])?["rooms"] as? [[String: Any]] }
            if json["id"] as? Int == 2 { break }
            if json["event"] != nil { events.append((json, frame.payload.count)) }
        }
        return Told(rooms: try #require(rooms), events: events)
    }
}
