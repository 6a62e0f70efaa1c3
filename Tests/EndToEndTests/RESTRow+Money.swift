extension RESTRow {
    private static let category = (
        command: "add_gift_category", body: #"{"CategoryId":"sweet","DefaultName":"Sweet"}"#
    )
    private static let noGift = Broken(#"{"GiftId":"ghost"}"#, 102_002, "ghost")
    private static let noCategory = Broken(#"{"CategoryId":"ghost"}"#, 100_002, "ghost")
    private static let changed = Sight.event("catalogue.changed", has: "catalogue")

    private static func long(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    private static func gift(
        _ id: String, _ field: String, _ value: String, _ code: Int = 100_002
    ) -> Broken {
        let fields = [("GiftId", #""\#(id)""#), ("DefaultName", #""Rose""#), ("Coins", "1")].filter { $0.0 != field }
        let body = (fields + [(field, value)]).map { #""\#($0)":\#($1)"# }.joined(separator: ",")
        return Broken("{\(body)}", code, field)
    }

    private static func brokenGifts(_ id: String) -> [Broken] {
        [
            gift(id, "DefaultName", #""\#(long(21))""#), gift(id, "DefaultName", #""""#),
            gift(id, "DefaultName", #""a\u0000""#), gift(id, "DefaultName", #""a\u202e""#, 110_110),
            gift(id, "DefaultDesc", #""\#(long(21))""#), gift(id, "IconUrl", #""\#(long(201))""#),
            gift(id, "ResourceUrl", #""\#(long(201))""#), gift(id, "Coins", "-1"), gift(id, "Level", "-1"),
            gift(id, "ExtensionInfo", #""\#(long(101))""#), gift(id, "ExtensionInfo", #""{\"a\":""#),
            gift(id, "ExtensionInfo", #""[1]""#),
        ]
    }

    static let catalogue: [RESTRow] = [
        RESTRow(
            "add_gift", #"{"GiftId":"cake","DefaultName":"Cake","Coins":99}"#, sees: changed,
            broken: brokenGifts("new") + [
                Broken(#"{"GiftId":"\#(long(21))","DefaultName":"a","Coins":1}"#, 100_002, "GiftId")
            ]
        ),
        RESTRow(
            "edit_gift", #"{"GiftId":"rose","DefaultName":"Red rose"}"#,
            sees: .reply("gift.list", room: nil, has: "Red rose"),
            broken: brokenGifts("rose") + [
                noGift,
                Broken(#"{"GiftId":"rose","DefaultName":"Red rose","Revision":"0000000000000000"}"#, 110_097, "rose"),
            ]),
        RESTRow(
            "del_gift", #"{"GiftId":"rose"}"#, sees: changed,
            broken: [Broken("{}", 100_002, "GiftId"), Broken(#"{"GiftId":"\#(long(21))"}"#, 100_002, "GiftId")]),
        RESTRow("get_gift", #"{"GiftId":"rose"}"#, sees: .answer(has: #""Coins":1"#), broken: [noGift]),
        RESTRow("get_gift_info_list", "{}", sees: .answer(has: #""TotalCount":3"#)),
        RESTRow(
            "add_gift_category", category.body, sees: changed,
            broken: [
                Broken(#"{"CategoryId":"all","DefaultName":"All"}"#, 100_002, "edit_gift_category"),
                Broken(#"{"CategoryId":"a","DefaultName":"\#(long(21))"}"#, 100_002, "DefaultName"),
                Broken(#"{"CategoryId":"a","DefaultName":"a","DefaultDesc":"\#(long(61))"}"#, 100_002, "DefaultDesc"),
                Broken(#"{"CategoryId":"a","DefaultName":"a","ExtensionInfo":"7"}"#, 100_002, "ExtensionInfo"),
            ]),
        RESTRow(
            "edit_gift_category", #"{"CategoryId":"all","DefaultName":"Everything"}"#,
            sees: .reply("gift.list", room: nil, has: "Everything"),
            broken: [noCategory, Broken(#"{"CategoryId":"all","DefaultName":""}"#, 100_002, "DefaultName")]),
        RESTRow(
            "del_gift_category", #"{"CategoryId":"all"}"#, sees: changed,
            broken: [Broken(#"{"CategoryId":"\#(long(21))"}"#, 100_002, "CategoryId")]),
        RESTRow("get_gift_category", #"{"CategoryId":"all"}"#, sees: .answer(has: #""All""#), broken: [noCategory]),
        RESTRow(
            "add_gift_category_relations", #"{"CategoryId":"sweet","GiftIdList":["rose"]}"#,
            sees: .reply("gift.list", room: nil, has: "Sweet"),
            broken: [
                Broken(#"{"CategoryId":"ghost","GiftIdList":["rose"]}"#, 100_002, "ghost"),
                Broken(#"{"CategoryId":"all","GiftIdList":[]}"#, 100_002, "GiftIdList"),
            ], after: [category]),
        RESTRow(
            "del_gift_category_relations", #"{"CategoryId":"all","GiftIdList":["rose"]}"#, sees: changed,
            broken: [Broken(#"{"CategoryId":"all","GiftIdList":[]}"#, 100_002, "GiftIdList")]),
        RESTRow(
            "get_gift_category_relations", #"{"CategoryId":"all"}"#, sees: .answer(has: #"["rose","crown","rocket"]"#),
            broken: [noCategory]),
        RESTRow(
            "set_gift_language", #"{"GiftId":"rose","Language":"fr","Name":"La rose"}"#,
            sees: .reply("gift.list", room: nil, data: #"{"language":"fr"}"#, has: "La rose"),
            broken: [
                Broken(#"{"GiftId":"rose","Language":"fr"}"#, 100_002, "name"),
                Broken(#"{"GiftId":"rose","Language":"!","Name":"a"}"#, 100_002, "Language"),
                Broken(#"{"GiftId":"rose","Language":"fr","Name":"\#(long(21))"}"#, 100_002, "Name"),
                Broken(#"{"GiftId":"rose","Language":"fr","Name":"a","Desc":"\#(long(21))"}"#, 100_002, "Desc"),
                Broken(#"{"GiftId":"ghost","Language":"fr","Name":"a"}"#, 102_002, "ghost"),
            ]),
        RESTRow(
            "get_gift_language", #"{"GiftId":"rose","Language":"zh-CN"}"#, sees: .answer(has: "rose-zh"),
            broken: [Broken(#"{"GiftId":"ghost","Language":"fr"}"#, 102_002, "ghost")]),
        RESTRow(
            "del_gift_language", #"{"GiftId":"rose","Language":"zh-Hans"}"#, sees: changed,
            broken: [Broken(#"{"GiftId":"rose","Language":"!"}"#, 100_002, "Language")]),
        RESTRow(
            "set_gift_category_language", #"{"CategoryId":"all","Language":"fr","CategoryName":"Tout"}"#,
            sees: .reply("gift.list", room: nil, data: #"{"language":"fr"}"#, has: "Tout"),
            broken: [
                Broken(#"{"CategoryId":"all","Language":"fr"}"#, 100_002, "name"),
                Broken(#"{"CategoryId":"all","Language":"fr","CategoryName":"\#(long(21))"}"#, 100_002, "CategoryName"),
                Broken(
                    #"{"CategoryId":"all","Language":"fr","CategoryName":"a","CategoryDesc":"\#(long(61))"}"#, 100_002,
                    "CategoryDesc"),
            ]),
        RESTRow(
            "get_gift_category_language", #"{"CategoryId":"all","Language":"fr"}"#, sees: .answer(has: #""All""#),
            broken: [Broken(#"{"CategoryId":"ghost","Language":"fr"}"#, 100_002, "ghost")]),
        RESTRow(
            "del_gift_category_language", #"{"CategoryId":"all","Language":"fr"}"#, sees: changed,
            broken: [Broken(#"{"CategoryId":"all","Language":""}"#, 100_002, "Language")],
            after: [
                ("set_gift_category_language", #"{"CategoryId":"all","Language":"fr","CategoryName":"Tout"}"#)
            ]),
    ]

    private static func order(_ changes: String = "") -> String {
        #"{"RoomId":"r1","From_Account":"viewer","GiftId":"rose","OrderId":"o-1"\#(changes)}"#
    }

    private static let sent = (command: "send_gift", body: order())
    private static let credited = (
        command: "ovation_wallet_srv/credit", body: #"{"User_Account":"viewer","Coins":5,"Reference":"p-1"}"#
    )

    private static func credit(_ coins: String, _ reference: String) -> String {
        #"{"User_Account":"viewer","Coins":\#(coins),"Reference":"\#(reference)"}"#
    }

    private static func refund(_ order: String, _ reference: String, _ reason: String = "") -> String {
        #"{"From_Account":"viewer","OrderId":"\#(order)","Reference":"\#(reference)","Reason":"\#(reason)"}"#
    }

    private static func correction(_ reference: String, _ reason: String, coins: String = "7") -> String {
        #"{"From":"issuance","To":"user:viewer","Coins":\#(coins),"Reference":"\#(reference)","Reason":"\#(reason)"}"#
    }

    static let money: [RESTRow] = [
        RESTRow(
            "send_gift", order(), sees: .event("gift.received", has: "o-1"),
            broken: [
                Broken(order(#","Count":0"#), 100_002, "Count"), Broken(order(#","Count":10000"#), 100_002, "Count"),
                Broken(order(#","ReceiverList_Account":["stranger"]"#), 100_005),
                Broken(#"{"RoomId":"r1","From_Account":"viewer","GiftId":"ghost"}"#, 102_002),
                Broken(#"{"RoomId":"r1","From_Account":"nobody","GiftId":"rose"}"#, 100_002, "From_Account"),
                Broken(#"{"RoomId":"ghost","From_Account":"viewer","GiftId":"rose"}"#, 100_004),
                Broken(#"{"RoomId":"r1","From_Account":"viewer","GiftId":"rocket","Count":3}"#, 110_004),
                Broken(
                    #"{"RoomId":"r1","From_Account":"viewer","GiftId":"rose","OrderId":"\#(long(65))"}"#, 100_002,
                    "OrderId"),
            ]),
        RESTRow(
            "get_gift_count", #"{"RoomId":"r1","From_Account":"viewer"}"#, sees: .answer(has: #""TotalCount":1"#),
            broken: [
                Broken(#"{"RoomId":"ghost"}"#, 100_004),
                Broken(#"{"RoomId":"r1","StartTime":-1}"#, 100_002, "StartTime"),
                Broken(#"{"RoomId":"r1","EndTime":253402300800}"#, 100_002, "EndTime"),
                Broken(#"{"RoomId":"r1","StartTime":2,"EndTime":1}"#, 100_002, "EndTime"),
            ], after: [sent]),
        RESTRow(
            "ovation_board_srv/get_board", #"{"RoomId":"r1"}"#, sees: .answer(has: #""Member_Account":"viewer""#),
            broken: [
                Broken(#"{"RoomId":"ghost"}"#, 100_004), Broken(#"{"Count":0}"#, 100_002, "Count"),
                Broken(#"{"Kind":"losers"}"#, 100_002, "Kind"), Broken(#"{"Period":"live"}"#, 100_002, "RoomId"),
                Broken(#"{"RoomId":"r1","Kind":"hosts"}"#, 100_002),
            ], after: [sent]),
        RESTRow(
            "ovation_wallet_srv/get_balance", #"{"User_Account":"viewer"}"#, sees: .answer(has: #""Balance":9999"#),
            broken: [Broken("{}", 100_002, "User_Account")], after: [sent]),
        RESTRow(
            "ovation_wallet_srv/credit", credit("5", "p-1"), sees: .event("wallet.changed", has: #""balance":10005"#),
            broken: [
                Broken(credit("0", "p-1"), 100_002, "Coins"), Broken(credit("-1", "p-1"), 100_002, "Coins"),
                Broken(credit("9007199254740992", "p-1"), 100_002, "Coins"),
                Broken(credit("5", ""), 100_002, "Reference"),
                Broken(credit("5", long(129)), 100_002, "Reference"),
                Broken(credit("5", #"p\u00001"#), 100_002, "Reference"),
            ]),
        RESTRow(
            "ovation_wallet_srv/get_ledger", #"{"User_Account":"viewer"}"#, sees: .answer(has: #""p-1""#),
            broken: [
                Broken("{}", 100_002, "User_Account"), Broken(#"{"Account":"nobody"}"#, 100_002, "Account"),
                Broken(#"{"User_Account":"viewer","Account":"house"}"#, 100_002, "either"),
                Broken(#"{"User_Account":"viewer","Count":0}"#, 100_002, "Count"),
                Broken(#"{"User_Account":"viewer","Next":"x"}"#, 100_002, "Next"),
                Broken(#"{"User_Account":"viewer","Kind":"loan"}"#, 100_002, "Kind"),
                Broken(#"{"User_Account":"viewer","StartTime":2,"EndTime":1}"#, 100_002, "EndTime"),
            ], after: [credited]),
        RESTRow(
            "ovation_wallet_srv/refund_order", refund("o-1", "r-1"),
            sees: .event("wallet.changed", has: #""balance":10000"#),
            broken: [
                Broken(refund("o-2", "r-1"), 110_020), Broken(refund("o-1", ""), 100_002, "Reference"),
                Broken(refund("o-1", long(129)), 100_002, "Reference"),
                Broken(refund("o-1", #"\u0000"#), 100_002, "Reference"),
                Broken(refund("o-1", "r-1", long(201)), 100_002, "Reason"),
            ], after: [sent]),
        RESTRow(
            "ovation_wallet_srv/correct_ledger", correction("c-1", "a gift of ours"),
            sees: .event("wallet.changed", has: #""balance":10007"#),
            broken: [
                Broken(correction("", "a"), 100_002, "Reference"),
                Broken(correction(long(65), "a"), 100_002, "Reference"),
                Broken(correction("c-1", ""), 100_002, "Reason"),
                Broken(correction("c-1", long(201)), 100_002, "Reason"),
                Broken(correction("c-1", #"\u0000"#), 100_002, "Reason"),
                Broken(correction("c-1", "a", coins: "0"), 100_002, "Coins"),
            ]),
        RESTRow("ovation_wallet_srv/verify_ledger", "{}", sees: .answer(has: #""IsBalanced":true"#)),
        RESTRow(
            "ovation_wallet_srv/resume_gifting", "{}",
            sees: .reply("gift.send", data: #"{"orderID":"o-2","giftID":"rose"}"#, has: "o-2")),
        RESTRow(
            "ovation_wallet_srv/get_open_orders", #"{"Count":1}"#, sees: .answer(has: #""OrderList":[]"#),
            broken: [Broken(#"{"Count":101}"#, 100_002, "Count"), Broken(#"{"Next":"x"}"#, 100_002, "Next")]),
        RESTRow(
            "ovation_wallet_srv/get_order", #"{"From_Account":"viewer","OrderId":"o-1"}"#,
            sees: .answer(has: #""IsCharged":true"#),
            broken: [
                Broken(#"{"From_Account":"viewer","OrderId":"o-9"}"#, 110_020),
                Broken(#"{"From_Account":"viewer"}"#, 100_002, "OrderId"),
            ], after: [sent]),
        RESTRow(
            "ovation_wallet_srv/ask_again", #"{"From_Account":"viewer","OrderId":"o-1"}"#,
            sees: .nothing("an order of the embedded wallet is never open; BillingRoomTests has open ones"),
            broken: [Broken(#"{"From_Account":"viewer"}"#, 100_002, "OrderId")], after: [sent], code: 110_027),
        RESTRow(
            "ovation_wallet_srv/resolve_order", #"{"From_Account":"viewer","OrderId":"o-1","IsCharged":true}"#,
            sees: .nothing("an order of the embedded wallet is never open; BillingRoomTests has open ones"),
            broken: [
                Broken(
                    #"{"From_Account":"viewer","OrderId":"o-1","IsCharged":true,"Note":"\#(long(201))"}"#, 100_002,
                    "Note"),
                Broken(#"{"From_Account":"viewer","OrderId":"o-1"}"#, 100_002, "IsCharged"),
            ], after: [sent], code: 110_027),
    ]

    private static let configured = (
        command: "live_config/set_callback",
        body: #"{"Url":"https://backend.example/x","CallbackCommandList":["Live.CallbackAfterCreateRoom"]}"#
    )
    private static let unseen = Sight.nothing("callbacks go to the backend; CallbackTests has one that receives them")

    private static let brokenCallbacks: [Broken] = [
        Broken(#"{"Url":"ftp://backend.example","CallbackCommandList":[]}"#, 100_002, "Url"),
        Broken(#"{"Url":"http://127.0.0.1/","CallbackCommandList":[]}"#, 100_002, "Url"),
        Broken(#"{"Url":"https://backend.example:22/","CallbackCommandList":[]}"#, 100_002, "Url"),
        Broken(#"{"Url":"https://a:b@backend.example/","CallbackCommandList":[]}"#, 100_002, "Url"),
        Broken(#"{"Url":"https://backend.example/","CallbackCommandList":["Nope"]}"#, 100_002, "CallbackCommandList"),
    ]

    private static let brokenNumbers: [Broken] = [
        Broken(#"{"NumberList":[]}"#, 100_002, "NumberList"),
        Broken(#"{"NumberList":[\#((1...101).map(String.init).joined(separator: ","))]}"#, 100_002, "NumberList"),
    ]

    static let webhooks: [RESTRow] = [
        RESTRow(configured.command, configured.body, sees: unseen, broken: brokenCallbacks),
        RESTRow(
            "live_config/update_callback", configured.body, sees: unseen, broken: brokenCallbacks, after: [configured]),
        RESTRow("live_config/get_callback", "{}", sees: .answer(has: "https://backend.example/x"), after: [configured]),
        RESTRow("live_config/delete_callback", "{}", sees: unseen, after: [configured]),
        RESTRow(
            "live_config/set_callback_token", #"{"Token":"abc","IsTokenEnable":true}"#, sees: unseen,
            broken: [
                Broken("{}", 100_002, "Token"), Broken(#"{"Token":"abc"}"#, 100_002, "IsTokenEnable"),
                Broken(#"{"Token":"","IsTokenEnable":true}"#, 100_002, "Token"),
                Broken(#"{"Token":"\#(long(129))","IsTokenEnable":true}"#, 100_002, "Token"),
                Broken(#"{"Token":"a\u0000","IsTokenEnable":true}"#, 100_002, "Token"),
            ]),
        RESTRow("live_config/delete_callback_token", "{}", sees: unseen),
        RESTRow("ovation_webhook_srv/get_secrets", "{}", sees: .answer(has: "whsec_"), after: [configured]),
        RESTRow(
            "ovation_webhook_srv/rotate_secret", #"{"OverlapSeconds":60}"#, sees: unseen,
            broken: [
                Broken(#"{"OverlapSeconds":-1}"#, 100_002, "OverlapSeconds"),
                Broken(#"{"OverlapSeconds":2592001}"#, 100_002, "OverlapSeconds"),
                Broken(#"{"Secret":"short"}"#, 100_002, "Secret"),
                Broken(#"{"Secret":"whsec_AAAA"}"#, 100_002, "Secret"),
            ], after: [configured]),
        RESTRow("ovation_webhook_srv/get_status", "{}", sees: .answer(has: #""Waiting":0"#)),
        RESTRow(
            "ovation_webhook_srv/test_endpoint", "{}", sees: unseen,
            broken: [
                Broken(#"{"Url":"http://127.0.0.1/"}"#, 100_002, "Url"), Broken(#"{"Url":7}"#, 100_002, "Url"),
            ], code: 100_301),
        RESTRow(
            "ovation_webhook_srv/list_dead_letters", #"{"Count":100}"#, sees: .answer(has: #""DeadLetterList":[]"#),
            broken: [
                Broken(#"{"Count":0}"#, 100_002, "Count"), Broken(#"{"Count":101}"#, 100_002, "Count"),
                Broken(#"{"Next":"x"}"#, 100_002, "Next"), Broken(#"{"Next":"-1"}"#, 100_002, "Next"),
            ]),
        RESTRow("ovation_webhook_srv/resend_dead_letters", #"{"NumberList":[7]}"#, sees: unseen, broken: brokenNumbers),
        RESTRow("ovation_webhook_srv/drop_dead_letters", #"{"NumberList":[7]}"#, sees: unseen, broken: brokenNumbers),
    ]
}
