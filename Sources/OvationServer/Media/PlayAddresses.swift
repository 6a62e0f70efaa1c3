import OvationMedia
import OvationModel

/// Where the pictures of lives are watched, and who may.
///
/// Watching is everybody's in a live that is listed. In others, and everywhere with `media.playAuthorization`, it needs an address with a
/// signature. The server gives such an address to who is in the live.
struct PlayAddresses: Sendable {
    private let configuration: MediaConfiguration
    /// The key of the signatures. It follows from the app's secret, so that addresses outlive a restart of the server.
    private let key: [UInt8]

    /// Makes the addresses of a server.
    ///
    /// - Parameter secret: the app's secret.
    init(_ configuration: MediaConfiguration, secret: String) {
        self.configuration = configuration
        key = Digest.hmacSHA256(Array("ovation play addresses 1".utf8), key: Array(secret.utf8))
    }

    /// Whether watching a live needs a signature.
    func needSignature(isPublic: Bool) -> Bool { configuration.playAuthorization || !isPublic }

    /// A live as a client receives it, with the addresses of its picture.
    ///
    /// - Parameter isSigned: whether the receiver is in the live. Others get no address that needs a signature.
    func addressed(_ info: RoomInfo, isSigned: Bool, at now: Timestamp) -> RoomInfo {
        guard let media = info.media else { return info }
        var info = info
        info.media = addressed(media, of: info, isSigned: isSigned, at: now)
        return info
    }

    /// The picture of a live as a client receives it.
    func addressed(_ media: RoomMedia, of info: RoomInfo, isSigned: Bool, at now: Timestamp) -> RoomMedia {
        var media = media
        (media.push, media.hls) = (nil, nil)
        let isFree = !needSignature(isPublic: info.isPublicVisible)
        guard isFree || isSigned else { return media }
        switch configuration.mode {
        case .none: break
        case .external:
            // A template for playing has no place for a key.
            media.hls = StreamKey("none").flatMap { configuration.playURL?.address(live: info.liveID, key: $0) }
            if !isFree, let address = media.hls {
                media.hls = address + (address.contains("?") ? "&" : "?") + "t=\(signature(of: info, at: now))"
            }
        case .relay:
            let query = isFree ? "" : "?t=\(signature(of: info, at: now))"
            media.push = MediaPath(info.liveID, "play").text + query
            media.hls = MediaPath(info.liveID, HLSName.playlist.description).text + query
        }
        return media
    }

    private func signature(of info: RoomInfo, at now: Timestamp) -> String {
        PlaySignature(
            live: info.liveID, session: info.sessionID,
            expiry: now.adding(seconds: Int64(configuration.playSignatureSeconds)), hmac: hmac
        ).text
    }

    /// Why a client may not watch a live; nil when it may.
    func refusal(_ signature: String?, of live: LiveID, _ start: LiveStart, at now: Timestamp) -> Rejection? {
        guard needSignature(isPublic: start.isPublic) else { return nil }
        guard let signature else {
            return Rejection(.playSignatureInvalid, "Watching this live needs a signed address. Ask room.info for one.")
        }
        switch PlaySignature(signature).map({ $0.refusal(live: live, session: start.session, at: now, hmac: hmac) }) {
        case .some(nil): return nil
        case .expired??:
            return Rejection(
                .playSignatureInvalid, "The address of the picture has expired. Ask room.info for a new one.")
        case nil, .invalid??:
            return Rejection(
                .playSignatureInvalid, "The signature of the address does not hold here. Ask room.info for a new one.")
        }
    }

    private func hmac(_ message: [UInt8]) -> [UInt8] { Digest.hmacSHA256(message, key: key) }
}

/// A start of a live that is on.
struct LiveStart: Sendable, Equatable {
    /// Which start.
    let session: LiveSessionID
    /// Whether the live is listed.
    let isPublic: Bool
}
