import OvationMedia
package import OvationModel
import OvationSupport

/// Where the pictures of lives are watched, and who may.
///
/// Watching is everybody's in a live that is listed. In others, and everywhere with `media.playAuthorization`, it needs an address with a
/// signature. The server gives such an address to who may watch, for themselves alone.
package struct PlayAddresses: Sendable {
    private let configuration: MediaConfiguration
    /// The keys of the signatures. Each run of the server has its own, because whom an earlier run removed is not known any more: who still
    /// may watch asks for a new address.
    package let keys: PlayKeys
    /// Who was removed, and who watches.
    package let gate: PlayGate
    /// Which pictures come by WebRTC.
    private let rtc: RTCLives
    /// The covers of pictures.
    let covers = PictureCovers()

    /// Makes the addresses of a run of a server.
    ///
    /// - Parameters:
    ///   - secret: the app's secret.
    ///   - rtc: which pictures come by WebRTC.
    ///   - run: tells this run from others.
    init(
        _ configuration: MediaConfiguration, secret: String, rtc: RTCLives = RTCLives(),
        run: UInt64 = .random(in: .min ... .max)
    ) {
        self.configuration = configuration
        self.rtc = rtc
        keys = PlayKeys(
            own: Digest.hmacSHA256(Array("ovation play addresses 3 \(run)".utf8), key: Array(secret.utf8)))
        gate = PlayGate(
            // A signature holds to the end of its minute.
            addressSeconds: Int64(configuration.playSignatureSeconds) + 60,
            removedMax: configuration.limits.removedWatchersMax)
    }

    /// Whether watching a live needs a signature.
    func needSignature(isPublic: Bool) -> Bool { configuration.playAuthorization || !isPublic }

    /// The addresses of a live that runs at another server are those of this home from now on.
    ///
    /// Each home signs with a key of its own, and counts removals of its own. What another one gave out holds no more.
    func follow(_ origin: PictureOrigin) {
        let session = origin.start.session
        gate.follow(
            home: origin.playKey, of: session, needsSignature: needSignature(isPublic: origin.start.isPublic))
        keys.use(origin.playKey, for: session)
    }

    /// A live as a client receives it, with the addresses of its picture.
    ///
    /// - Parameter user: who receives it and may watch. Where it is nil, an address that needs a signature is left out.
    package func addressed(_ info: RoomInfo, for user: UserID?, at now: Timestamp) -> RoomInfo {
        guard let media = info.media else { return info }
        var info = info
        info.media = addressed(media, of: info, for: user, at: now)
        return info
    }

    /// The picture of a live as a client receives it.
    package func addressed(_ media: RoomMedia, of info: RoomInfo, for user: UserID?, at now: Timestamp) -> RoomMedia {
        var media = media
        (media.push, media.hls, media.whep, media.cover) = (nil, nil, nil, nil)
        var signature: String?
        if needSignature(isPublic: info.isPublicVisible) {
            guard let user else { return media }
            signature = self.signature(of: info, for: user, at: now)
        }
        switch configuration.mode {
        case .none: break
        case .external:
            // A template for playing has no place for a key.
            media.hls = StreamKey("none").flatMap { configuration.playURL?.address(live: info.liveID, key: $0) }
            if let signature, let address = media.hls {
                media.hls = address + (address.contains("?") ? "&" : "?") + "t=\(signature)"
            }
        case .relay:
            let query = signature.map { "?t=\($0)" } ?? ""
            media.push = MediaPath(info.liveID, "play").text + query
            media.hls = MediaPath(info.liveID, HLSName.main.description).text + query
            if let cover = covers[info.sessionID] {
                let end = signature.map { "&t=\($0)" } ?? ""
                media.cover = MediaPath(info.liveID, MediaPath.cover).text + "?v=\(cover.version)" + end
            }
            if configuration.rtc.latency == .low, rtc.has(info.sessionID) {
                media.whep = RTCPath(info.liveID, .whep).text + query
            }
        }
        return media
    }

    private func signature(of info: RoomInfo, for user: UserID, at now: Timestamp) -> String {
        PlaySignature(
            live: info.liveID, session: info.sessionID, user: user, round: gate.round(of: info.sessionID),
            expiry: now.adding(seconds: Int64(configuration.playSignatureSeconds)), hmac: hmac(of: info.sessionID)
        ).text
    }

    /// Why a client may not watch a live; nil when it may.
    ///
    /// - Parameter key: with which the live's addresses are signed; nil takes the one that is known.
    func refusal(
        _ signature: String?, of live: LiveID, _ start: LiveStart, at now: Timestamp, key: [UInt8]? = nil
    ) -> Rejection? {
        guard needSignature(isPublic: start.isPublic) else { return nil }
        guard let signature else {
            return Rejection(.playSignatureInvalid, "Watching this live needs a signed address. Ask room.info for one.")
        }
        let read = PlaySignature(signature)
        switch read.map({
            $0.refusal(live: live, session: start.session, at: now, hmac: hmac(of: start.session, key: key))
        }) {
        case .some(nil):
            guard let read, gate.refuses(read.user, round: read.round, of: start.session) else { return nil }
            return Rejection(
                .playSignatureInvalid, "The address of the picture was taken back. Ask room.info for a new one.")
        case .expired??:
            return Rejection(
                .playSignatureInvalid, "The address of the picture has expired. Ask room.info for a new one.")
        case nil, .invalid??:
            return Rejection(
                .playSignatureInvalid, "The signature of the address does not hold here. Ask room.info for a new one.")
        }
    }

    private func hmac(of session: LiveSessionID, key: [UInt8]? = nil) -> ([UInt8]) -> [UInt8] {
        let key = key ?? keys[session]
        return { Digest.hmacSHA256($0, key: key) }
    }
}

/// A start of a live that is on.
package struct LiveStart: Sendable, Equatable {
    /// Which start.
    package let session: LiveSessionID
    /// Whether the live is listed.
    package let isPublic: Bool
    /// Whether its host set a cover, which the list shows instead of one from the picture.
    let hasCover: Bool

    package init(session: LiveSessionID, isPublic: Bool, hasCover: Bool = false) {
        self.session = session
        self.isPublic = isPublic
        self.hasCover = hasCover
    }
}
