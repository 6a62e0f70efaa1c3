import NIOCore
import OvationMedia
import OvationModel
import OvationNode
import OvationPictures
import OvationStorage
import OvationWire

extension RESTCommand {
    /// Commands about stream keys, and the one that stops a picture.
    static let streams = [getStreamKey, resetStreamKey, stopStream]

    private static let getStreamKey = RESTCommand(
        .liveEngine, "get_stream_key",
        "Tells the key with which an encoder publishes the picture of a live. The first call makes it."
    ) { (request: RESTRoom, call) in
        try await call.requireEverOn(request.roomID)
        return RESTResponse(
            RESTStreamKey(try await call.node.services.streamKeys.key(of: request.roomID), request.roomID, call))
    }

    private static let resetStreamKey = RESTCommand(
        .liveEngine, "reset_stream_key",
        "Gives a live a new stream key. The old one lets nobody in any more; who publishes already goes on, but by WHIP."
    ) { (request: RESTRoom, call) in
        try await call.requireEverOn(request.roomID)
        let key = try await call.node.services.streamKeys.reset(request.roomID)
        call.node.services.pictures.keyWasReset(of: request.roomID)
        return RESTResponse(RESTStreamKey(key, request.roomID, call))
    }

    private static let stopStream = RESTCommand(
        .liveEngine, "stop_stream",
        "Stops the picture of a live and sends who publishes it away. The live goes on."
    ) { (request: RESTRoom, call) in
        _ = try await call.rooms.room(request.roomID)
        guard call.node.services.directory.info(of: request.roomID) != nil else {
            throw Rejection(.liveElsewhere, "The live runs at another server of the cluster, which has its picture.")
        }
        guard let picture = call.node.services.pictures.known(request.roomID) else {
            return RESTResponse(RESTStoppedStream(hadPicture: false))
        }
        let state = picture.status.state
        picture.stop()
        // The picture stops on its own event loop. A caller that looks after the answer must find it stopped.
        try await picture.home.submit {}.get()
        return RESTResponse(RESTStoppedStream(hadPicture: state != .none))
    }
}

extension RESTCall {
    /// Makes sure that a live is on, or was on once. An encoder is set up before the live begins again, and a mistyped id gets no key.
    func requireEverOn(_ live: LiveID) async throws {
        guard node.services.directory.room(live) == nil else { return }
        guard try await node.services.storage.lastRoom(live) != nil else { throw Rejection(.roomNotFound) }
    }
}

/// The answer to `get_stream_key` and `reset_stream_key`.
private struct RESTStreamKey: Codable, Sendable {
    let streamKey: String
    let mediaMode: String
    let publishURLs: [String]

    init(_ key: StreamKey, _ live: LiveID, _ call: RESTCall) {
        let media = call.node.configuration.media
        streamKey = key.secret
        mediaMode = media.mode.rawValue
        publishURLs =
            switch media.mode {
            // A path without a host, because behind a proxy the server does not know its own.
            case .relay: [media.rtmpAddress(of: live, key), MediaPath(live, "publish").text].compactMap(\.self)
            case .external: [media.publishURL?.address(live: live, key: key)].compactMap(\.self)
            case .none: []
            }
    }

    enum CodingKeys: String, CodingKey {
        case streamKey = "StreamKey"
        case mediaMode = "MediaMode"
        case publishURLs = "PublishURLs"
    }
}

private struct RESTStoppedStream: Codable, Sendable {
    let hadPicture: Bool

    enum CodingKeys: String, CodingKey { case hadPicture = "HadPicture" }
}

/// The picture of a live in the answer to `get_room_info`.
struct RESTPicture: Codable, Sendable {
    let state: String
    let since: Int64
    let codecs: String?
    let width: Int?
    let height: Int?

    /// - Parameter status: nil where the live never had a picture.
    init(_ status: PictureStatus?) {
        state = (status?.state ?? .none).rawValue
        since = status.map { $0.since.seconds } ?? 0
        codecs = status?.info?.codecs
        width = status?.info?.width
        height = status?.info?.height
    }

    enum CodingKeys: String, CodingKey {
        case state = "State"
        case since = "Since"
        case codecs = "Codecs"
        case width = "Width"
        case height = "Height"
    }
}
