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

    private static let sweet = (command: "add_gift_category", body: #"{"CategoryId":"sweet","DefaultName":"Sweet"}"#)
    private static let changed = Sight.event("catalogue.changed", has: "catalogue")

    /// The order in which the panel shows gifts and categories.
    static let giftOrder: [RESTRow] = [
        RESTRow(
            "ovation_gift_srv/order_gifts", #"{"CategoryId":"all","GiftIdList":["rocket","rose","crown"]}"#,
            sees: changed,
            broken: [
                Broken(#"{"GiftIdList":[]}"#, 100_002, "GiftIdList"),
                Broken(#"{"GiftIdList":["rose","crown"]}"#, 110_097, "each"),
                Broken(#"{"GiftIdList":["rose","crown","crown"]}"#, 110_097, "each"),
                Broken(#"{"GiftIdList":["rose","crown","ghost"]}"#, 110_097, "each"),
                Broken(#"{"CategoryId":"ghost","GiftIdList":["rose"]}"#, 100_002, "ghost"),
                Broken(#"{"CategoryId":"all","GiftIdList":["rose"]}"#, 110_097, "each"),
            ]),
        RESTRow(
            "ovation_gift_srv/order_gift_categories", #"{"CategoryIdList":["sweet","all"]}"#, sees: changed,
            broken: [
                Broken(#"{"CategoryIdList":[]}"#, 100_002, "CategoryIdList"),
                Broken(#"{"CategoryIdList":["all","all"]}"#, 110_097, "each"),
                Broken(#"{"CategoryIdList":["all"]}"#, 110_097, "each"),
            ], after: [sweet]),
    ]
}
