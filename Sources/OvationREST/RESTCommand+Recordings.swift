import OvationBackend
import OvationModel
import OvationNode
import OvationPictures
import OvationStorage
import OvationSupport

extension RESTService {
    /// Recordings of pictures. The vendor's API has none of its own.
    static let recordings = RESTService(rawValue: "ovation_recording_srv")
}

extension RESTCommand {
    /// Commands about recordings.
    static let recordings = [
        startRecording, stopRecording, getRecordings, getRecordingAddress, keepRecording, deleteRecording,
    ]

    private static let startRecording = RESTCommand(
        .recordings, "start_recording",
        "Records the picture of a live from its next key frame on, until the live ends or `stop_recording` is called."
    ) { (request: RESTRoom, call) in
        let info = try await call.info(of: request.roomID)
        try call.recordings(mustRecord: true).begin(info.sessionID)
        return RESTDone()
    }

    private static let stopRecording = RESTCommand(
        .recordings, "stop_recording",
        "Ends the recording of a live. It is complete when the answer comes. The live goes on."
    ) { (request: RESTRoom, call) in
        let info = try await call.info(of: request.roomID)
        return RESTResponse(
            RESTStoppedRecording(hadRecording: try await call.recordings(mustRecord: true).stop(info.sessionID)))
    }

    private static let getRecordings = RESTCommand(
        .recordings, "get_recordings", "Lists recordings, newest first, of one live or of all.", effect: .reads
    ) { (request: RESTRecordings.Get, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.moderationPageDefault, countMax: RESTBounds.recordingsPageMax)
        let after = try PageFields.rest.number(request.next, in: 1...Int64.max)
        // What is being kept at this moment is older than the question.
        try await call.node.services.journal.barrier()
        let entries = try await call.node.services.storage.recordings(
            RecordingQuery(.all, live: request.live, after: after, limit: count))
        return RESTResponse(
            RESTRecordings(
                recordings: entries.map { RESTRecordings.Entry($0.recording) },
                next: entries.count == count ? entries.last.map { "\($0.number)" } ?? "" : ""))
    }

    private static let getRecordingAddress = RESTCommand(
        .recordings, "get_recording_address",
        "Gives an address that is enough to play a recording for a time.", effect: .reads
    ) { (request: RESTRecordingName, call) in
        let desk = try call.recordings(mustRecord: false)
        guard let recording = try await call.node.services.storage.recording(request.id) else {
            throw Rejection(.recordingNotFound)
        }
        guard recording.isComplete else { throw Rejection(.recordingUnderWay) }
        let address = desk.addresses.address(of: request.id, at: call.at)
        return RESTResponse(RESTRecordingAddress(playURL: address.path, expiry: address.expirySeconds))
    }

    private static let keepRecording = RESTCommand(
        .recordings, "keep_recording",
        "Keeps a recording whatever its age and however full the disk is, or lets it go again."
    ) { (request: RESTKeptRecording, call) in
        try await call.changing { try await call.recordings(mustRecord: false).keep(request.id, request.isKept) }
        return RESTDone()
    }

    private static let deleteRecording = RESTCommand(
        .recordings, "delete_recording",
        "Deletes a recording and its file. Players that are being sent it get it to its end."
    ) { (request: RESTRecordingName, call) in
        try await call.changing { try await call.recordings(mustRecord: false).delete(request.id) }
        return RESTDone()
    }
}

extension RESTCall {
    /// The desk of the recordings.
    ///
    /// - Parameter mustRecord: Whether lives have to be recorded here at all.
    fileprivate func recordings(mustRecord: Bool) throws -> RecordingDesk {
        guard let desk = node.services.pictures.recordings, !mustRecord || desk.configuration.mode != .off else {
            throw Rejection(.recordingsOff)
        }
        return desk
    }

    /// A live that this server runs. Its picture is published here, and so it is recorded here.
    ///
    /// - Throws: `liveElsewhere` for a live that another server runs, `roomNotFound` for one that is not on.
    fileprivate func info(of live: LiveID) async throws -> RoomInfo {
        if let info = node.services.directory.info(of: live) { return info }
        throw Rejection(try await node.isOnElsewhere(live) ? .liveElsewhere : .roomNotFound)
    }

    /// Turns what is wrong with a recording into the answer.
    fileprivate func changing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let problem as RecordingProblem {
            throw Rejection(problem == .notFound ? .recordingNotFound : .recordingUnderWay)
        }
    }
}

/// The body of commands about one recording.
struct RESTRecordingName: Codable, Sendable {
    let id: RecordingID

    enum CodingKeys: String, CodingKey { case id = "RecordingId" }
}

/// The body of `keep_recording`.
private struct RESTKeptRecording: Codable, Sendable {
    let id: RecordingID
    let isKept: Bool

    enum CodingKeys: String, CodingKey {
        case id = "RecordingId"
        case isKept = "IsKept"
    }
}

private struct RESTStoppedRecording: Codable, Sendable {
    let hadRecording: Bool

    enum CodingKeys: String, CodingKey { case hadRecording = "HadRecording" }
}

private struct RESTRecordingAddress: Codable, Sendable {
    let playURL: String
    let expiry: Int64

    enum CodingKeys: String, CodingKey {
        case playURL = "PlayURL"
        case expiry = "ExpireTime"
    }
}

/// A page of recordings.
struct RESTRecordings: Codable, Sendable {
    struct Get: Codable, Sendable {
        let live: LiveID?
        let next: String?
        let count: Int?

        enum CodingKeys: String, CodingKey {
            case live = "RoomId"
            case next = "Next"
            case count = "Count"
        }
    }

    /// A recording.
    struct Entry: Codable, Sendable {
        let id: String
        let live: String
        let liveName: String
        let owner: String
        let startedAt: Int64
        let endedAt: Int64
        let milliseconds: Int64
        let byteCount: Int64
        let codecs: String
        let width: Int
        let height: Int
        let isComplete: Bool
        let end: String
        let isKept: Bool

        enum CodingKeys: String, CodingKey {
            case id = "RecordingId"
            case live = "RoomId"
            case liveName = "RoomName"
            case owner = "Owner_Account"
            case startedAt = "StartedAt"
            case endedAt = "EndedAt"
            case milliseconds = "Milliseconds"
            case byteCount = "ByteCount"
            case codecs = "Codecs"
            case width = "Width"
            case height = "Height"
            case isComplete = "IsComplete"
            case end = "EndReason"
            case isKept = "IsKept"
        }

        init(_ recording: Recording) {
            id = recording.id.rawValue
            live = recording.live.rawValue
            liveName = recording.liveName
            owner = recording.owner.rawValue
            startedAt = recording.startedAt.milliseconds
            endedAt = recording.endedAt?.milliseconds ?? 0
            milliseconds = recording.durationMilliseconds
            byteCount = recording.byteCount
            codecs = recording.codecs
            width = recording.width
            height = recording.height
            isComplete = recording.isComplete
            end = recording.end?.rawValue ?? ""
            isKept = recording.isKept
        }
    }

    let recordings: [Entry]
    /// Where the next page begins; empty at the end.
    let next: String

    enum CodingKeys: String, CodingKey {
        case recordings = "RecordingList"
        case next = "Next"
    }
}
