import Foundation
import OvationModel
import OvationWire
import Synchronization
import Testing

/// A user on one socket, with the types of the wire. It sends commands and reads replies and events.
///
/// `OvationWire` encodes and decodes for it. Tests of invalid frames and of exact bytes use ``RawClient``, which shares no code with the
/// server.
///
/// Replies may be read in any order. Reading skips events that came earlier.
final class Robot: Sendable {
    /// The socket.
    let raw: RawClient
    private let lastID = Atomic<Int64>(0)
    /// Replies that nobody has asked for yet, by their id.
    private let kept = Mutex<[Int64: Result<Data, Rejection>]>([:])

    /// A command that was sent.
    struct Sent<Answer: Decodable & Sendable>: Sendable {
        /// The id that the reply repeats.
        let id: Int64
        /// The command's name.
        let op: String
    }

    /// Uses a WebSocket that is already open.
    init(_ raw: RawClient) { self.raw = raw }

    // MARK: Entering

    /// Connects without a login.
    static func connect(_ server: some Served) async throws -> Robot {
        Robot(try await RawClient.open(port: server.port))
    }

    /// Connects and logs a user in.
    static func logIn(
        _ user: String, _ server: some Served, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Robot {
        let robot = try await connect(server)
        try await robot.ask(.open(user), sourceLocation: sourceLocation)
        return robot
    }

    /// Logs a user in who creates a live, and waits for its snapshot.
    static func host(
        of live: String = "r1", as user: String = "host", _ server: some Served,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Robot {
        let robot = try await logIn(user, server, sourceLocation: sourceLocation)
        let joined = try await robot.ask(.create(live), sourceLocation: sourceLocation)
        #expect(joined.created, "\(live) existed already", sourceLocation: sourceLocation)
        _ = try await robot.hear(.snapshot)
        return robot
    }

    /// Logs a user in who enters a live, and waits for its snapshot.
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

    /// Sends a command without waiting for its reply.
    ///
    /// - Parameter live: the command's live. Commands without a live ignore it.
    @discardableResult
    func send<Answer>(_ wish: Wish<Answer>, in live: String = "r1") async throws -> Sent<Answer> {
        let (sent, payload) = try frame(wish, in: live)
        try await raw.send(payload)
        return sent
    }

    /// Sends many commands in one write, so that the server reads them together.
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

    /// The answer to a command, which may be a refusal.
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

    /// Stores a reply until somebody asks for it.
    private func keep(_ frame: Frame) {
        guard case .reply(let id, let result) = frame.content else { return }
        kept.withLock { $0[id] = result }
    }

    /// The answer to a command that must succeed.
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

    /// Sends a command that must succeed, and waits for its answer.
    @discardableResult
    func ask<Answer>(
        _ wish: Wish<Answer>, in live: String = "r1", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        try await reply(to: try await send(wish, in: live), sourceLocation: sourceLocation)
    }

    /// Sends a command that must be refused, and returns the refusal.
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

    /// Sends a command and returns its error code; 0 means success.
    func code<Answer>(_ wish: Wish<Answer>, in live: String = "r1") async throws -> Int {
        try await code(of: try await send(wish, in: live))
    }

    /// The error code of the answer to a command; 0 means success.
    func code<Answer>(of sent: Sent<Answer>) async throws -> Int {
        switch try await answer(to: sent) {
        case .success: 0
        case .failure(let rejection): rejection.code.rawValue
        }
    }

    // MARK: Frames

    /// A decoded frame and its size.
    struct Frame: Sendable {
        let content: ServerFrame
        /// The size of its JSON in bytes.
        let bytes: Int

        /// Decodes a text frame.
        ///
        /// - Throws: an error if the wire has no such frame.
        init(_ frame: RawClient.Frame) throws {
            content = try ServerFrame.decode(Data(frame.payload))
            bytes = frame.payload.count
        }

        /// The event, if the frame is one of this kind; nil otherwise.
        func heard<Content>(_ kind: EventKind<Content>) -> Heard<Content>? {
            guard case .event(let event) = content, let content = kind.content(event) else { return nil }
            if case .room(let live, let position, _) = event {
                return Heard(content: content, live: live, position: position)
            }
            return Heard(content: content, live: nil, position: nil)
        }

        /// The id of the command that the frame answers; nil for an event.
        var repliesTo: Int64? { if case .reply(let id, _) = content { id } else { nil } }
    }

    /// The next frame, which is not stored; nil when the connection closes.
    func next() async throws -> Frame? {
        try await raw.nextText().map(Frame.init)
    }

    /// The next event of this kind.
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
