package import OvationModel
package import OvationStorage

extension CallbackBodies {
    /// A recording that is complete.
    package static func recorded(_ recording: Recording, at now: Timestamp) -> [String: CallbackJSON] {
        [
            "RoomId": .text(recording.live), "Operator_Account": .text(system),
            "RecordingId": .text(recording.id), "Owner_Account": .text(recording.owner),
            "StartTime": .number(recording.startedAt.milliseconds),
            "EndTime": .number((recording.endedAt ?? now).milliseconds),
            "Duration": .number(recording.durationMilliseconds), "Bytes": .number(recording.byteCount),
            "Codecs": .text(recording.codecs), "Width": .number(recording.width), "Height": .number(recording.height),
            "EndReason": .text(recording.end?.rawValue ?? ""), "EventTime": .number(now.milliseconds),
        ]
    }
}
