import OvationMedia

/// A room of VideoRoom at Janus: what is asked of it to make it, to send into it, and to take from it.
///
/// Pictures and seats have rooms of their own, with other bounds; how one is used is the same. Whether it is there is for its desk to know.
struct JanusRoom: Sendable {
    /// What a room takes from those who send.
    struct Bounds: Sendable {
        /// How many may send.
        var publishersMax: Int
        /// Bits a second of each; 0 for as many as they like.
        var bitRateMax: Int
        /// The codecs of pictures, the first choice first.
        var videoCodecs: [String]
        /// Whether those who send are asked for a key frame each second.
        var asksForKeyFrames = false
    }

    /// Its number.
    let number: UInt64
    private let pin: String
    private let secret: String
    private let link: JanusLink

    init(_ number: UInt64, _ names: RTCRooms, at link: JanusLink) {
        self.number = number
        self.link = link
        pin = names.secret(of: number, for: "pin")
        secret = names.secret(of: number, for: "secret")
    }

    /// Makes it. One that is there stays: a server that was started again made it before.
    ///
    /// - Parameter adminKey: What lets somebody make rooms.
    func make(_ bounds: Bounds, adminKey: String?, by handle: JanusLink.Handle) async throws(JanusFailure) {
        var body = JanusRequest.Body("create")
        body.room = number
        body.description = RTCRooms.description
        body.adminKey = adminKey
        body.secret = secret
        body.pin = pin
        body.isPrivate = true
        body.permanent = false
        body.publishers = bounds.publishersMax
        if bounds.bitRateMax > 0 {
            body.bitrate = bounds.bitRateMax
            body.bitrateCap = true
        }
        body.audiocodec = "opus"
        body.videocodec = bounds.videoCodecs.joined(separator: ",")
        body.notifyJoining = false
        if bounds.asksForKeyFrames { body.firFreq = 1 }
        do {
            _ = try await link.ask(body, handle)
        } catch {
            // 427: it is there.
            guard case .refused(427, _) = error else { throw error }
        }
    }

    /// Begins to send into it. Returns Janus's answer to the offer.
    ///
    /// - Parameters:
    ///   - feed: The number under which others take what is sent.
    ///   - makeAnew: Makes the room anew, because Janus does not know it any more.
    func send(
        _ offer: SessionDescription, as feed: UInt64, by handle: JanusLink.Handle,
        makeAnew: () async throws(JanusFailure) -> Void
    ) async throws(JanusFailure) -> String {
        var body = JanusRequest.Body("joinandconfigure")
        body.ptype = "publisher"
        body.room = number
        body.pin = pin
        body.id = feed
        let description = JanusRequest.Description(type: "offer", sdp: offer.text)
        let answer: JanusMessage
        do {
            answer = try await link.ask(body, handle, jsep: description)
        } catch {
            // 426: Janus was started again and has no such room, or somebody ended it there.
            guard case .refused(426, _) = error else { throw error }
            try await makeAnew()
            answer = try await link.ask(body, handle, jsep: description)
        }
        guard let jsep = answer.jsep, jsep.type == "answer" else { throw .nonsense }
        return jsep.sdp
    }

    /// Begins to take what somebody sends. Returns Janus's offer.
    func take(_ feed: UInt64, by handle: JanusLink.Handle) async throws(JanusFailure) -> String {
        var body = JanusRequest.Body("join")
        body.ptype = "subscriber"
        body.room = number
        body.pin = pin
        body.streams = [JanusRequest.Body.Stream(feed: feed)]
        let answer = try await link.ask(body, handle)
        guard let jsep = answer.jsep, jsep.type == "offer" else { throw .nonsense }
        return jsep.sdp
    }
}
