extension RESTRow {
    private static let service = "ovation_moderation_srv/"

    /// Nobody has written in the stage's live. `BarrageEditTests` has the effects on messages that were sent.
    static let barrages: [RESTRow] = [
        RESTRow(
            service + "delete_message", #"{"RoomId":"r1","MsgSeq":7,"Reason":"spam"}"#,
            sees: .nothing("there is no such message"),
            broken: [
                Broken(#"{"RoomId":"ghost","MsgSeq":7}"#, 100_004), Broken(#"{"RoomId":"r1"}"#, 100_002, "MsgSeq"),
                Broken(#"{"MsgSeq":7}"#, 100_002, "RoomId"),
                Broken(#"{"RoomId":"r1","MsgSeq":"seven"}"#, 100_002, "MsgSeq"),
                Broken(
                    #"{"RoomId":"r1","MsgSeq":7,"Reason":"\#(String(repeating: "x", count: 201))"}"#, 100_002, "Reason"),
            ], code: 110_090),
        RESTRow(
            service + "pin_message", #"{"RoomId":"r1","MsgSeq":7}"#, sees: .nothing("there is no such message"),
            broken: [
                Broken(#"{"RoomId":"ghost","MsgSeq":7}"#, 100_004), Broken(#"{"RoomId":"r1"}"#, 100_002, "MsgSeq"),
                Broken(#"{"RoomId":"r1","MsgSeq":7,"IsPinned":"yes"}"#, 100_002, "IsPinned"),
            ], code: 110_090),
        RESTRow(
            service + "get_pinned_messages", #"{"RoomId":"r1"}"#, sees: .answer(has: #""PinnedList":[]"#),
            broken: [Broken(#"{"RoomId":"ghost"}"#, 100_004), Broken("{}", 100_002, "RoomId")]),
    ]
}
