import OvationModel

extension OpenAPIWords {
    /// The commands about recordings.
    static let recordings: [String: Command] = [
        "start_recording": Command(
            details: """
                With `recording.mode: all` every live is recorded, and this only undoes a `stop_recording`. A second call changes nothing.
                """,
            sample: ["RoomId": "r1"], errors: [.roomNotFound, .liveElsewhere, .recordingsOff]),
        "stop_recording": Command(
            details: "`HadRecording` says whether one went on. The live is recorded no more until `start_recording`.",
            sample: ["RoomId": "r1"], errors: [.roomNotFound, .liveElsewhere, .recordingsOff]),
        "get_recordings": Command(
            details: """
                A recording that goes on has no `EndReason`; its duration and bytes are those of up to `recording.syncSeconds` ago.
                """,
            sample: ["RoomId": "r1", "Count": 20], errors: [.storageUnavailable]),
        "get_recording_address": Command(
            details: """
                `PlayURL` is a path of this server. It holds for `recording.addressSeconds`, needs nothing else, and answers `Range`.
                """,
            sample: ["RecordingId": "ghost"],
            errors: [.recordingNotFound, .recordingUnderWay, .recordingsOff, .storageUnavailable]),
        "keep_recording": Command(
            sample: ["RecordingId": "ghost", "IsKept": true],
            errors: [.recordingNotFound, .recordingsOff, .storageUnavailable]),
        "delete_recording": Command(
            details: "One that goes on is stopped first, with `stop_recording`.",
            sample: ["RecordingId": "ghost"],
            errors: [.recordingNotFound, .recordingUnderWay, .recordingsOff, .storageUnavailable]),
    ]
}
