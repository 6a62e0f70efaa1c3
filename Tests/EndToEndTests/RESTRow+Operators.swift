extension RESTRow {
    /// Commands that the console needs: its sessions, the log of operators, who watches a live, uploads.
    static let operators: [RESTRow] = [
        signIn,
        // The stage keeps no files; FileUploadTests has a server that does.
        RESTRow(
            "ovation_file_srv/create_upload_ticket", #"{"FileKind":"picture"}"#,
            sees: .nothing("this server takes no files"),
            broken: [
                Broken("{}", 100_002, "FileKind"), Broken(#"{"FileKind":"SVG"}"#, 100_002, "picture"),
                Broken(#"{"FileKind":"effect","User_Account":"no body"}"#, 100_002, "User_Account"),
            ], code: 110_350),
        RESTRow(
            "ovation_file_srv/delete_file", #"{"FileURL":"/v1/files/x.png"}"#,
            sees: .nothing("this server takes no files"), broken: [Broken("{}", 100_002, "FileURL")], code: 110_350),
        RESTRow(
            "ovation_moderation_srv/get_audience", #"{"RoomId":"r1"}"#, sees: .answer(has: "viewer"),
            broken: [
                Broken("{}", 100_002, "RoomId"), Broken(#"{"RoomId":"ghost"}"#, 100_004),
                Broken(#"{"RoomId":"r1","Next":"x"}"#, 100_002, "Next"),
                Broken(#"{"RoomId":"r1","Next":"7"}"#, 110_040),
            ]),
        RESTRow(
            "ovation_console_srv/close_session", "{}", sees: .nothing("a call without a token ends no session")),
        RESTRow(
            "ovation_console_srv/get_sessions", "{}", sees: .answer(has: #""Operator_Account":"administrator""#),
            after: [(signIn.command, signIn.body)]),
        RESTRow(
            "ovation_console_srv/end_sessions", #"{"Operator_Account":"administrator"}"#,
            sees: .nothing("sessions of the console are no sessions of clients"),
            broken: [Broken("{}", 100_002, "Operator_Account")], after: [(signIn.command, signIn.body)]),
        RESTRow(
            "ovation_operator_srv/get_operator_log", #"{"Object":"r1"}"#, sees: .answer(has: "kick_user_out"),
            broken: [
                Broken(#"{"Next":"x"}"#, 100_002, "Next"), Broken(#"{"Count":201}"#, 100_002, "Count"),
                Broken(#"{"Object":7}"#, 100_002, "Object"),
            ],
            after: [("live_engine_http_srv/kick_user_out", #"{"RoomId":"r1","MemberList_Account":["viewer"]}"#)]),
        RESTRow(
            "ovation_operator_srv/get_node_history", #"{"Seconds":3600}"#, sees: .answer(has: #""StepSeconds":60"#),
            broken: [
                Broken(#"{"Seconds":59}"#, 100_002, "Seconds"), Broken(#"{"Seconds":604801}"#, 100_002, "Seconds"),
            ]),
        RESTRow(
            "ovation_user_srv/export_user", #"{"User_Account":"host"}"#, sees: .answer(has: #""Part":"profile""#),
            broken: [
                Broken("{}", 100_002, "User_Account"), Broken(#"{"User_Account":"host","Next":"x"}"#, 100_002, "Next"),
                Broken(#"{"User_Account":"host","Next":"orders/-1"}"#, 100_002, "Next"),
                Broken(#"{"User_Account":"host","Count":101}"#, 100_002, "Count"),
            ]),
        RESTRow(
            "ovation_user_srv/erase_user", #"{"User_Account":"nobody-at-all"}"#,
            sees: .nothing("the server keeps nothing of this user, so no client sees a change"),
            broken: [
                Broken("{}", 100_002, "User_Account"), Broken(#"{"User_Account":"host"}"#, 110_360),
                Broken(#"{"User_Account":"x","GivesUpCoins":1}"#, 100_002, "GivesUpCoins"),
            ]),
    ]

    private static let signIn: RESTRow = {
        var row = RESTRow(
            "ovation_console_srv/open_session", #"{"Identifier":"administrator","UserSig":"dev"}"#,
            sees: .nothing("a session of the console is no session of a client"),
            broken: [
                Broken(#"{"Identifier":"administrator"}"#, 100_002, "UserSig"),
                Broken(#"{"UserSig":"dev"}"#, 100_002, "Identifier"),
                Broken(#"{"Identifier":"administrator","UserSig":"forged"}"#, 60_005),
                Broken(#"{"Identifier":"host","UserSig":"dev"}"#, 60_010),
            ])
        row.isSignIn = true
        return row
    }()
}
