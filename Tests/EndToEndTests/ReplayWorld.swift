import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// Clients that leave a live and come back over the wire, naming their place in it.
enum ReplayWorld {
    /// A user who has entered a live.
    struct Visitor: Sendable {
        let robot: Robot
        let session: SessionID
        /// The client's place right after the entry.
        let place: SessionOpen.Position
    }

    /// The answer and the events that a returning client got.
    struct Told: Sendable {
        let rooms: [SessionOpened.Room]
        let frames: [Robot.Frame]

        /// The names of the live events on the wire, in order.
        var names: [String] {
            frames.compactMap {
                if case .event(.room(_, _, let event)) = $0.content { event.name.rawValue } else { nil }
            }
        }

        /// The orders of the gifts, in order.
        func gifts(of live: LiveID? = nil) -> [String] {
            frames.compactMap { $0.heard(.gift) }.filter { live == nil || $0.live == live }.flatMap(ReplayWorld.orders)
        }

        /// The number of a live's last stored event; nil if there is none.
        func durable(of live: LiveID) -> Int64? {
            let positions: [EventPosition] = frames.compactMap { frame in
                if case .event(.room(live, let position, _)) = frame.content { position } else { nil }
            }
            return positions.compactMap(\.durable).last
        }

        func room(_ live: LiveID) throws -> SessionOpened.Room { try #require(rooms.first { $0.room == live }) }

        /// The error code of a live's entry in the answer; nil if there is no error.
        func code(of live: LiveID) throws -> Int? { try room(live).error?.code.rawValue }
    }

    /// The orders in a gift event.
    static func orders(_ gift: Heard<GiftReceived>) -> [String] {
        (gift.orders?.map(\.orderID) ?? [gift.orderID]).map(\.rawValue)
    }

    /// Sends a gift and waits until the sender sees it. A user who enters after that has missed it.
    static func give(_ order: String, by sender: Robot, in live: String = "r1") async throws {
        let sent = try await sender.send(.give(order), in: live)
        while !orders(try await sender.hear(.gift)).contains(order) {}
        try await sender.reply(to: sent)
    }

    /// Enters a live with a new session.
    static func enter(_ live: String, as user: String, _ server: TestServer) async throws -> Visitor {
        let robot = try await Robot.connect(server)
        let session = try await robot.ask(.open(user)).session
        return Visitor(robot: robot, session: session, place: try await place(in: live, robot))
    }

    /// Enters a live and returns the client's place in it.
    static func place(in live: String, _ robot: Robot) async throws -> SessionOpen.Position {
        let joined = try await robot.ask(.join, in: live)
        return SessionOpen.Position(
            room: joined.liveID, epoch: joined.epoch, seq: joined.seq, durable: joined.durable,
            sessionID: joined.sessionID)
    }

    /// Resumes over a new connection.
    static func resume(
        _ user: String, session: SessionID = Samples.id("gone"), _ places: [SessionOpen.Position], _ server: TestServer
    ) async throws -> Told {
        try await resume(user, session: session, places, over: try await Robot.connect(server))
    }

    /// Resumes. The answer to a ping shows that the whole replay has arrived.
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
    /// The same place in an earlier epoch, so that the server reads all events from the storage.
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
