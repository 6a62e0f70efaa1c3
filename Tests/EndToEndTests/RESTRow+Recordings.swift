extension RESTRow {
    private static let noRecording = Broken("{}", 100_002, "RecordingId")

    /// The commands about recordings, on a server that records nothing. `RecordingHTTPTests` has one that does.
    static let recordings: [RESTRow] = [
        row(
            "start_recording", #"{"RoomId":"r1"}"#,
            [Broken(#"{"RoomId":"ghost"}"#, 100_004), Broken("{}", 100_002, "RoomId")]),
        row(
            "stop_recording", #"{"RoomId":"r1"}"#,
            [Broken(#"{"RoomId":"ghost"}"#, 100_004), Broken("{}", 100_002, "RoomId")]),
        RESTRow(
            "ovation_recording_srv/get_recordings", #"{"RoomId":"r1","Count":5}"#,
            sees: .answer(has: #""RecordingList":[]"#),
            broken: [
                Broken(#"{"Count":0}"#, 100_002, "Count"), Broken(#"{"Count":101}"#, 100_002, "Count"),
                Broken(#"{"Next":"x"}"#, 100_002, "Next"), Broken(#"{"RoomId":""}"#, 100_002, "RoomId"),
            ]),
        row("get_recording_address", #"{"RecordingId":"a"}"#, [noRecording, Broken(#"{"RecordingId":"a/b"}"#)]),
        row(
            "keep_recording", #"{"RecordingId":"a","IsKept":true}"#,
            [noRecording, Broken(#"{"RecordingId":"a"}"#, 100_002, "IsKept")]),
        row("delete_recording", #"{"RecordingId":"a"}"#, [noRecording, Broken(#"{"RecordingId":""}"#)]),
    ]

    private static func row(_ command: String, _ body: String, _ broken: [Broken]) -> RESTRow {
        RESTRow(
            "ovation_recording_srv/\(command)", body, sees: .nothing("the server records nothing"), broken: broken,
            code: 110_342)
    }
}
