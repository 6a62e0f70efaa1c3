extension RESTRow {
    /// The page's own file is checked here, so that no other server is needed. The checker's own tests fetch from elsewhere.
    static let effects: [RESTRow] = [
        RESTRow(
            "ovation_gift_srv/check_effect", #"{"ResourceUrl":"/gifts/castle.svga"}"#,
            sees: .answer(has: #""FramesPerSecond":30"#),
            broken: [
                Broken(#"{"GiftId":"ghost"}"#, 102_002, "ghost"), Broken("{}", 100_002, "GiftId"),
                Broken(#"{"ResourceUrl":""}"#, 100_002, "ResourceUrl"),
                Broken(#"{"ResourceUrl":"\#(String(repeating: "x", count: 201))"}"#, 100_002, "ResourceUrl"),
                Broken(#"{"GiftId":"rose","ResourceUrl":"/gifts/castle.svga"}"#, 100_002, "Either"),
                Broken(#"{"GiftId":"rose"}"#, 100_002, "ResourceUrl"),
                Broken(#"{"ResourceUrl":"http://169.254.169.254/latest/meta-data/"}"#, 110_050, "not public"),
                Broken(#"{"ResourceUrl":"http://localhost/x.svga"}"#, 110_050, "not public"),
                Broken(#"{"ResourceUrl":"file:///etc/passwd"}"#, 110_050, "http"),
                Broken(#"{"ResourceUrl":"/gifts/../app.js"}"#, 110_051, "404"),
                Broken(#"{"ResourceUrl":"/gifts/rose.svg"}"#, 110_052, "notSVGA"),
            ])
    ]
}
