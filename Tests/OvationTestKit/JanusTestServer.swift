import Foundation
import Synchronization

/// A small Janus of the tests' own words: sessions, handles and rooms of its HTTP API, as far as Ovation uses them.
///
/// It carries no media. A test says what happens there (``tell(_:of:)``), and makes it hang, lie, or forget.
public final class JanusTestServer: Sendable {
    /// How it behaves.
    public enum Mood: Sendable {
        /// As Janus does.
        case well
        /// It takes requests and answers none.
        case silent
        /// It answers what is no JSON.
        case nonsense
        /// It acknowledges and never says more.
        case neverMore
        /// It refuses every offer, with 465 as Janus does.
        case refusesOffers
        /// It is Janus 0.10.
        case old
        /// It has another plugin only.
        case withoutVideoRoom
    }

    /// What it was asked.
    public struct Asked: Sendable, Hashable {
        /// `create`, `attach`, `trickle`, `events`, or what VideoRoom was asked: `joinandconfigure`.
        public let what: String
        /// The handle; 0 where it is about none.
        public let handle: UInt64
        /// The body of the request as JSON, with sorted keys.
        public let body: String
    }

    private struct State {
        var mood = Mood.well
        var lastID: UInt64 = 1_000
        var sessions: Set<UInt64> = []
        var handles: [UInt64: UInt64] = [:]
        var rooms: Set<UInt64> = []
        /// Rooms of the list that an earlier server left, with how many are in each.
        var left: [UInt64: Int] = [:]
        /// What is taken and not looked at yet.
        var held: Set<String> = []
        var holding: [CheckedContinuation<Void, Never>] = []
        var isModeratingRefused = false
        /// What is forwarded, by its number.
        var forwarders: Set<UInt64> = []
        var events: [UInt64: [String]] = [:]
        var polls: [UInt64: CheckedContinuation<String, Never>] = [:]
        var asked: [Asked] = []
        var waiting: [(condition: @Sendable ([Asked]) -> Bool, continuation: CheckedContinuation<[Asked], Never>)] = []
    }

    /// What a request has to show.
    public let secret: String
    private let state = Mutex(State())
    private let port = Mutex(0)

    /// The address to configure.
    public var url: String { "http://127.0.0.1:\(port.withLock { $0 })/janus" }
    /// Everything it was asked so far.
    public var asked: [Asked] { state.withLock { $0.asked } }
    /// The rooms that are there.
    public var rooms: Set<UInt64> { state.withLock { $0.rooms } }
    /// The handles that are there.
    public var handles: Set<UInt64> { state.withLock { Set($0.handles.keys) } }
    /// The session that is there.
    public var sessions: Set<UInt64> { state.withLock { $0.sessions } }

    private init(secret: String) { self.secret = secret }

    /// Runs a server while `body` runs.
    public static func run(
        secret: String = "the secret of janus", _ body: (JanusTestServer) async throws -> Void
    ) async throws {
        let janus = JanusTestServer(secret: secret)
        try await CallbackTestServer.run({ await janus.react(to: $0) }) { server in
            janus.port.withLock { $0 = server.port }
            defer {
                janus.goOn()
                janus.letGo()
            }
            try await body(janus)
        }
    }

    // MARK: - What a test does

    /// Changes how it behaves.
    public func be(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Forgets everything, as when it was started again.
    public func restart() {
        state.withLock { state in
            (state.sessions, state.handles, state.rooms, state.events) = ([], [:], [], [:])
        }
        letGo()
    }

    /// Has rooms that another server made, with how many are in each; the one with this number is somebody else's.
    public func keep(_ rooms: [UInt64: Int]) { state.withLock { $0.left = rooms } }

    /// The number of a kept room that is not Ovation's.
    public static let strangeRoom: UInt64 = 7

    /// The rooms that are kept.
    public var left: Set<UInt64> { state.withLock { Set($0.left.keys) } }

    /// What is forwarded.
    public var forwarders: Set<UInt64> { state.withLock { $0.forwarders } }

    /// Takes requests of a kind (`attach`, `joinandconfigure`) from here on, and does nothing about them until ``goOn()``.
    public func hold(_ what: String) { state.withLock { _ = $0.held.insert(what) } }

    /// Refuses from here on to close and open what somebody sends.
    public func refuseToModerate() { state.withLock { $0.isModeratingRefused = true } }

    /// How many requests are held.
    public var heldCount: Int { state.withLock { $0.holding.count } }

    /// Does what was held, and holds nothing more.
    public func goOn() {
        let held = state.withLock { state in
            state.held = []
            defer { state.holding = [] }
            return state.holding
        }
        for continuation in held { continuation.resume() }
    }

    /// Loses its rooms, and nothing else.
    public func forgetRooms() { state.withLock { $0.rooms = [] } }

    /// Tells of a handle: `webrtcup`, `hangup`, `detached`, or `media` with packets that come.
    public func tell(_ what: String, of handle: UInt64) {
        let more = what == "media" ? #","type":"video","receiving":true"# : ""
        let session = state.withLock { $0.handles[handle] }
        guard let session else { return }
        push(#"{"janus":"\#(what)","session_id":\#(session),"sender":\#(handle)\#(more)}"#, to: session)
        if what == "detached" { state.withLock { $0.handles[handle] = nil } }
    }

    /// Waits until it has been asked what a condition wants.
    @discardableResult
    public func when(
        _ what: String, _ condition: @escaping @Sendable ([Asked]) -> Bool
    ) async -> [Asked] {
        let wait = Patience.begin(what)
        defer { wait.end() }
        return await withCheckedContinuation { continuation in
            let asked: [Asked]? = state.withLock { state in
                if condition(state.asked) { return state.asked }
                state.waiting.append((condition, continuation))
                return nil
            }
            if let asked { continuation.resume(returning: asked) }
        }
    }

    /// Waits until something was asked so many times, and returns what it was asked then.
    @discardableResult
    public func asked(_ what: String, times: Int = 1) async -> Asked? {
        let asked = await when("Janus is asked \(what)") { $0.count { $0.what == what } >= times }
        return asked.filter { $0.what == what }.dropFirst(times - 1).first
    }

    // MARK: - What it does

    private func letGo() {
        let polls = state.withLock { state in
            defer { state.polls = [:] }
            return Array(state.polls.values)
        }
        for poll in polls { poll.resume(returning: Self.gone) }
    }

    private static let gone = #"{"janus":"error","error":{"code":458,"reason":"No such session"}}"#
    private static let keepalive = #"{"janus":"keepalive"}"#

    private func react(to request: CallbackTestServer.Request) async -> CallbackTestServer.Behaviour {
        let mood = state.withLock { $0.mood }
        switch mood {
        case .silent: return .silence
        case .nonsense: return .answer("<html>I am a proxy</html>")
        default: break
        }
        let path = request.target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        if path.last == "info" { return .answer(info(mood)) }
        let json = request.json
        let shown = json["apisecret"] as? String ?? request.query["apisecret"]
        guard shown == secret else {
            return .answer(#"{"janus":"error","error":{"code":403,"reason":"Unauthorized request"}}"#)
        }
        let session = path.count > 1 ? UInt64(path[1]) ?? 0 : 0
        let handle = path.count > 2 ? UInt64(path[2]) ?? 0 : 0
        if request.body.isEmpty {
            note(Asked(what: "events", handle: 0, body: ""))
            return .answer(await poll(session))
        }
        await wait(json)
        return .answer(answer(json, String(decoding: request.body, as: UTF8.self), session, handle, mood))
    }

    /// Waits while requests of this kind are held.
    private func wait(_ json: [String: Any]) async {
        let kind = json["janus"] as? String ?? ""
        let what = kind == "message" ? (json["body"] as? [String: Any])?["request"] as? String ?? "" : kind
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard state.held.contains(what) else { return false }
                state.holding.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
    }

    private func info(_ mood: Mood) -> String {
        let plugin = mood == .withoutVideoRoom ? "janus.plugin.echotest" : "janus.plugin.videoroom"
        let (number, text) = mood == .old ? (10, "0.10.0") : (1_102, "1.1.2")
        return #"{"janus":"server_info","version":\#(number),"version_string":"\#(text)","plugins":"#
            + #"{"\#(plugin)":{"name":"a plugin"}}}"#
    }

    private func poll(_ session: UInt64) async -> String {
        await withCheckedContinuation { continuation in
            let now: String? = state.withLock { state in
                guard state.sessions.contains(session) else { return Self.gone }
                if let events = state.events.removeValue(forKey: session), !events.isEmpty {
                    return "[\(events.joined(separator: ","))]"
                }
                let before = state.polls.updateValue(continuation, forKey: session)
                before?.resume(returning: Self.keepalive)
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    private func push(_ event: String, to session: UInt64) {
        let poll = state.withLock { state -> CheckedContinuation<String, Never>? in
            if let poll = state.polls.removeValue(forKey: session) { return poll }
            state.events[session, default: []].append(event)
            return nil
        }
        poll?.resume(returning: "[\(event)]")
    }

    private func answer(
        _ json: [String: Any], _ text: String, _ session: UInt64, _ handle: UInt64, _ mood: Mood
    ) -> String {
        let body = json["body"] as? [String: Any]
        let kind = json["janus"] as? String ?? ""
        let what = kind == "message" ? body?["request"] as? String ?? "" : kind
        let transaction = json["transaction"] as? String ?? ""
        defer { note(Asked(what: what, handle: handle, body: text)) }
        if session != 0, !state.withLock({ $0.sessions.contains(session) }) { return Self.gone }
        if handle != 0, state.withLock({ $0.handles[handle] }) == nil {
            return #"{"janus":"error","error":{"code":459,"reason":"No such handle"}}"#
        }
        switch kind {
        case "create" where session == 0, "attach":
            let id = state.withLock { state in
                state.lastID += 1
                if kind == "attach" {
                    state.handles[state.lastID] = session
                } else {
                    state.sessions.insert(state.lastID)
                }
                return state.lastID
            }
            return #"{"janus":"success","transaction":"\#(transaction)","data":{"id":\#(id)}}"#
        case "destroy":
            state.withLock { state in
                state.sessions.remove(session)
                state.handles = state.handles.filter { $0.value != session }
            }
        case "detach": state.withLock { $0.handles[handle] = nil }
        case "message": return message(what, body ?? [:], transaction, session, handle, mood)
        default: break
        }
        return #"{"janus":"success","transaction":"\#(transaction)"}"#
    }

    private func message(
        _ what: String, _ body: [String: Any], _ transaction: String, _ session: UInt64, _ handle: UInt64, _ mood: Mood
    ) -> String {
        let room = (body["room"] as? NSNumber)?.uint64Value ?? 0
        func plugin(_ content: String) -> String {
            #""plugindata":{"plugin":"janus.plugin.videoroom","data":{\#(content)}}"#
        }
        func failure(_ code: Int) -> String { plugin(#""videoroom":"event","error_code":\#(code),"error":"no""#) }
        let head = #"{"janus":"success","session_id":\#(session),"sender":\#(handle),"transaction":"\#(transaction)","#
        switch what {
        case "create":
            let isNew = state.withLock { $0.rooms.insert(room).inserted }
            return head + (isNew ? plugin(#""videoroom":"created","room":\#(room)"#) : failure(427)) + "}"
        case "destroy":
            state.withLock { state in
                _ = state.rooms.remove(room)
                state.left[room] = nil
            }
            return head + plugin(#""videoroom":"destroyed","room":\#(room)"#) + "}"
        case "list":
            // Private rooms are told to who has the key of the administrator alone.
            guard body["admin_key"] as? String == secret else {
                return head + plugin(#""videoroom":"success","list":[]"#) + "}"
            }
            let rooms = state.withLock { state in
                state.left.merging(state.rooms.map { ($0, 0) }) { first, _ in first }
            }
            let list = rooms.map { number, count in
                let name = number == Self.strangeRoom ? "a room of somebody" : "ovation"
                return #"{"room":\#(number),"description":"\#(name)","num_participants":\#(count)}"#
            }
            return head + plugin(#""videoroom":"success","list":[\#(list.joined(separator: ","))]"#) + "}"
        case "moderate":
            let isRefused = state.withLock { $0.isModeratingRefused }
            return head + (isRefused ? failure(428) : plugin(#""videoroom":"success""#)) + "}"
        case "rtp_forward":
            let number = state.withLock { state in
                state.lastID += 1
                state.forwarders.insert(state.lastID)
                return state.lastID
            }
            return head + plugin(#""videoroom":"rtp_forward","forwarders":[{"stream_id":\#(number)}]"#) + "}"
        case "stop_rtp_forward":
            let number = (body["stream_id"] as? NSNumber)?.uint64Value ?? 0
            state.withLock { state in
                _ = state.forwarders.remove(number)
            }
            return head + plugin(#""videoroom":"stop_rtp_forward""#) + "}"
        default: break
        }
        let ack = #"{"janus":"ack","session_id":\#(session),"transaction":"\#(transaction)"}"#
        if mood == .neverMore { return ack }
        let event = #"{"janus":"event","session_id":\#(session),"sender":\#(handle),"transaction":"\#(transaction)","#
        let content: String
        if what.hasPrefix("join"), !state.withLock({ $0.rooms.contains(room) }) {
            content = failure(426)
        } else if mood == .refusesOffers {
            content = #""error":{"code":465,"reason":"Invalid JSEP"}"#
        } else {
            switch what {
            case "joinandconfigure", "configure":
                content =
                    plugin(#""videoroom":"joined""#)
                    + #","jsep":{"type":"answer","sdp":"\#(Self.sdp(handle, "recvonly"))"}"#
            case "join":
                content =
                    plugin(#""videoroom":"attached""#)
                    + #","jsep":{"type":"offer","sdp":"\#(Self.sdp(handle, "sendonly"))"}"#
            default: content = plugin(#""videoroom":"event","started":"ok""#)
            }
        }
        push(event + content + "}", to: session)
        return ack
    }

    private func note(_ asked: Asked) {
        let (all, ready) = state.withLock { state in
            if asked.what != "keepalive" { state.asked.append(asked) }
            let all = state.asked
            let ready = state.waiting.filter { $0.condition(all) }
            state.waiting.removeAll { $0.condition(all) }
            return (all, ready)
        }
        for waiting in ready { waiting.continuation.resume(returning: all) }
    }

    /// What it answers or offers, in the lines that a test looks at.
    private static func sdp(_ handle: UInt64, _ direction: String) -> String {
        [
            "v=0", "o=- \(handle) 1 IN IP4 127.0.0.1", "s=VideoRoom", "t=0 0", "a=group:BUNDLE 0 1", "a=ice-lite",
            "m=audio 9 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 127.0.0.1", "a=\(direction)", "a=mid:0",
            "a=rtpmap:111 opus/48000/2", "a=rtcp-mux", "a=ice-ufrag:jan\(handle)", "a=ice-pwd:password-of-janus-0123",
            "a=fingerprint:sha-256 AA:BB", "a=setup:active", "a=candidate:1 1 udp 2015363327 127.0.0.1 40000 typ host",
            "m=video 9 UDP/TLS/RTP/SAVPF 102", "c=IN IP4 127.0.0.1", "a=\(direction)", "a=mid:1",
            "a=rtpmap:102 H264/90000", "a=rtcp-mux", "a=ice-ufrag:jan\(handle)", "a=ice-pwd:password-of-janus-0123",
            "a=fingerprint:sha-256 AA:BB", "a=setup:active",
        ].map { $0 + #"\r\n"# }.joined()
    }
}
