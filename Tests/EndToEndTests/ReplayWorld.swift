import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// Somebody who comes back to lives over the wire, as a client that names its places does.
enum ReplayWorld {
    /// Somebody who is in a live.
    struct Visitor: Sendable {
        let robot: Robot
        let session: SessionID
        /// Where they stood when they entered it.
        let place: SessionOpen.Position
    }

    /// What somebody who comes back was answered and told until then.
    struct Told: Sendable {
        let rooms: [SessionOpened.Room]
        let frames: [Robot.Frame]

        /// The events of lives by their names on the wire, in their order.
        var names: [String] {
            frames.compactMap {
                if case .event(.room(_, _, let event)) = $0.content { event.name.rawValue } else { nil }
            }
        }

        /// The orders of the gifts that were told, in their order.
        func gifts(of live: LiveID? = nil) -> [String] {
            frames.compactMap { $0.heard(.gift) }.filter { live == nil || $0.live == live }.flatMap(ReplayWorld.orders)
        }

        /// The number of the last stored event of a live that was told.
        func durable(of live: LiveID) -> Int64? {
            let positions: [EventPosition] = frames.compactMap { frame in
                if case .event(.room(live, let position, _)) = frame.content { position } else { nil }
            }
            return positions.compactMap(\.durable).last
        }

        func room(_ live: LiveID) throws -> SessionOpened.Room { try #require(rooms.first { $0.room == live }) }

        /// The number of the error with which a live was answered; nil where there was none.
        func code(of live: LiveID) throws -> Int? { try room(live).error?.code.rawValue }
    }

    /// The orders that an event tells.
    static func orders(_ gift: Heard<GiftReceived>) -> [String] {
        (gift.orders?.map(\.orderID) ?? [gift.orderID]).map(\.rawValue)
    }

    /// Sends a gift, and waits until the sender was told of it as well: those who enter after that have missed it.
    static func give(_ order: String, by sender: Robot, in live: String = "r1") async throws {
        let sent = try await sender.send(.give(order), in: live)
        while !orders(try await sender.hear(.gift)).contains(order) {}
        try await sender.reply(to: sent)
    }

    /// Enters a live with a login of its own.
    static func enter(_ live: String, as user: String, _ server: TestServer) async throws -> Visitor {
        let robot = try await Robot.connect(server)
        let session = try await robot.ask(.open(user)).session
        return Visitor(robot: robot, session: session, place: try await place(in: live, robot))
    }

    /// Enters a live and says where the client stands then.
    static func place(in live: String, _ robot: Robot) async throws -> SessionOpen.Position {
        let joined = try await robot.ask(.join, in: live)
        return SessionOpen.Position(
            room: joined.liveID, epoch: joined.epoch, seq: joined.seq, durable: joined.durable,
            sessionID: joined.sessionID)
    }

    /// Comes back over a connection of its own.
    static func resume(
        _ user: String, session: SessionID = Samples.id("gone"), _ places: [SessionOpen.Position], _ server: TestServer
    ) async throws -> Told {
        try await resume(user, session: session, places, over: try await Robot.connect(server))
    }

    /// Comes back. All that was replayed has come when the answer to a ping has, or the connection was closed.
    static func resume(
        _ user: String, session: SessionID = Samples.id("gone"), _ places: [SessionOpen.Position], over robot: Robot
    ) async throws -> Told {
        let login = try await robot.send(.open(user, resuming: SessionOpen.Resume(session: session, rooms: places)))
        let ping = try await robot.send(.ping)
        let opened = try await robot.reply(to: login)
        var frames: [Robot.Frame] = []
        while let frame = try await robot.next(), frame.repliesTo != ping.id { frames.append(frame) }
        return Told(rooms: opened.rooms, frames: frames)
    }
}

extension SessionOpen.Position {
    /// The place of somebody who knows nothing of the live's numbered events, so that all is read from the storage.
    var withoutRing: Self {
        var place = self
        place.epoch = "old"
        return place
    }

    func at(durable: Int64) -> Self {
        var place = self
        place.durable = durable
        return place
    }
}
