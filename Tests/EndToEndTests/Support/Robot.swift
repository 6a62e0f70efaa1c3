import Foundation
import OvationModel
import OvationWire
import Synchronization
import Testing

/// A user on one socket, in the types of the wire: it sends commands, and reads replies and events.
///
/// `OvationWire` encodes and decodes for it. Frames that are wrong, and the bytes of those that are right, are tried with ``RawClient``,
/// which shares no code with the server.
///
/// Replies may be asked for in any order. Events that come before what is asked for are passed over.
final class Robot: Sendable {
    /// The socket.
    let raw: RawClient
    private let lastID = Atomic<Int64>(0)
    /// Replies that came while something else was waited for, by their numbers.
    private let kept = Mutex<[Int64: Result<Data, Rejection>]>([:])

    /// A command that was sent.
    struct Sent<Answer: Decodable & Sendable>: Sendable {
        /// The number that the reply repeats.
        let id: Int64
        /// The command's name.
        let op: String
    }

    /// Speaks over a socket that is open.
    init(_ raw: RawClient) { self.raw = raw }

    // MARK: Entering

    /// Connects and logs nobody in.
    static func connect(_ server: some Served) async throws -> Robot {
        Robot(try await RawClient.open(port: server.port))
    }

    /// A user who is logged in.
    static func logIn(
        _ user: String, _ server: some Served, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Robot {
        let robot = try await connect(server)
        try await robot.ask(.open(user), sourceLocation: sourceLocation)
        return robot
    }

    /// A user who has begun a live and has its snapshot.
    static func host(
        of live: String = "r1", as user: String = "host", _ server: some Served,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Robot {
        let robot = try await logIn(user, server, sourceLocation: sourceLocation)
        let joined = try await robot.ask(.create(live), sourceLocation: sourceLocation)
        #expect(joined.created, "somebody had begun \(live) before", sourceLocation: sourceLocation)
        _ = try await robot.hear(.snapshot)
        return robot
    }

    /// A user who has entered a live and has its snapshot.
    static func viewer(
        of live: String = "r1", as user: String = "viewer", _ server: some Served,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Robot {
        let robot = try await logIn(user, server, sourceLocation: sourceLocation)
        try await robot.ask(.join, in: live, sourceLocation: sourceLocation)
        _ = try await robot.hear(.snapshot)
        return robot
    }

    // MARK: Sending

    /// Sends a command and does not wait for its reply.
    ///
    /// - Parameter live: the live that it is for; commands that are for none do not name it.
    @discardableResult
    func send<Answer>(_ wish: Wish<Answer>, in live: String = "r1") async throws -> Sent<Answer> {
        let (sent, payload) = try frame(wish, in: live)
        try await raw.send(payload)
        return sent
    }

    /// Sends many commands with one write, so that the server reads them at once.
    @discardableResult
    func send<Answer>(_ wishes: [Wish<Answer>], in live: String = "r1") async throws -> [Sent<Answer>] {
        let frames = try wishes.map { try frame($0, in: live) }
        try await raw.send(bytes: frames.flatMap { RawClient.masked($0.payload) })
        return frames.map(\.sent)
    }

    private func frame<Answer>(
        _ wish: Wish<Answer>, in live: String
    ) throws -> (sent: Sent<Answer>, payload: [UInt8]) {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let room = wish.command.needsRoom ? LiveID(unchecked: live) : nil
        let frame = CommandFrame(id: id, room: room, command: wish.command)
        return (Sent(id: id, op: wish.command.op), Array(try frame.encoded()))
    }

    // MARK: Replies

    /// What a command was answered.
    func answer<Answer>(to sent: Sent<Answer>) async throws -> Result<Answer, Rejection> {
        while true {
            switch kept.withLock({ $0.removeValue(forKey: sent.id) }) {
            case .success(let bytes): return .success(try ServerFrame.decodeOK(Answer.self, from: bytes))
            case .failure(let rejection): return .failure(rejection)
            case nil: break
            }
            guard let frame = try await next() else {
                throw RawClient.Failure(description: "closed before the reply to \(sent.op)")
            }
            keep(frame)
        }
    }

    /// Keeps a reply for who asks for it later.
    private func keep(_ frame: Frame) {
        guard case .reply(let id, let result) = frame.content else { return }
        kept.withLock { $0[id] = result }
    }

    /// What a command was answered that must not be refused.
    @discardableResult
    func reply<Answer>(
        to sent: Sent<Answer>, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let answer = try await answer(to: sent)
        if case .failure(let rejection) = answer {
            Issue.record("\(sent.op) was refused: \(rejection)", sourceLocation: sourceLocation)
        }
        return try answer.get()
    }

    /// Sends a command that must not be refused, and waits for its answer.
    @discardableResult
    func ask<Answer>(
        _ wish: Wish<Answer>, in live: String = "r1", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        try await reply(to: try await send(wish, in: live), sourceLocation: sourceLocation)
    }

    /// Why a command is refused, which it must be.
    func refusal<Answer>(
        of wish: Wish<Answer>, in live: String = "r1", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Rejection {
        switch try await answer(to: try await send(wish, in: live)) {
        case .failure(let rejection): return rejection
        case .success(let answer):
            Issue.record("\(wish.command.op) was let through: \(answer)", sourceLocation: sourceLocation)
            throw RawClient.Failure(description: "\(wish.command.op) was let through")
        }
    }

    /// The number of the error that a command is answered with; 0 where it is let through.
    func code<Answer>(_ wish: Wish<Answer>, in live: String = "r1") async throws -> Int {
        try await code(of: try await send(wish, in: live))
    }

    /// The number of the error that a command was answered with; 0 where it was let through.
    func code<Answer>(of sent: Sent<Answer>) async throws -> Int {
        switch try await answer(to: sent) {
        case .success: 0
        case .failure(let rejection): rejection.code.rawValue
        }
    }

    // MARK: Frames

    /// A frame, and how large it is.
    struct Frame: Sendable {
        let content: ServerFrame
        /// How many bytes its JSON has.
        let bytes: Int

        /// Reads a frame with text.
        ///
        /// - Throws: where it is none that the wire knows.
        init(_ frame: RawClient.Frame) throws {
            content = try ServerFrame.decode(Data(frame.payload))
            bytes = frame.payload.count
        }

        /// The event of a kind that it is; nil where it is anything else.
        func heard<Content>(_ kind: EventKind<Content>) -> Heard<Content>? {
            guard case .event(let event) = content, let content = kind.content(event) else { return nil }
            if case .room(let live, let position, _) = event {
                return Heard(content: content, live: live, position: position)
            }
            return Heard(content: content, live: nil, position: nil)
        }

        /// The number of the command that it answers; nil where it is an event.
        var repliesTo: Int64? { if case .reply(let id, _) = content { id } else { nil } }
    }

    /// The next frame, which is not kept; nil where the connection closes.
    func next() async throws -> Frame? {
        try await raw.nextText().map(Frame.init)
    }

    /// The next event of a kind.
    @discardableResult
    func hear<Content>(_ kind: EventKind<Content>) async throws -> Heard<Content> {
        while let frame = try await next() {
            if let heard = frame.heard(kind) { return heard }
            keep(frame)
        }
        throw RawClient.Failure(description: "closed before an event with \(Content.self)")
    }

    /// Closes the connection without a close frame, as a lost network does.
    func cut() async { await raw.cut() }
}
