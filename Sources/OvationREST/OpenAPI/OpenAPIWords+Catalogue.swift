import OvationModel

extension OpenAPIWords {
    /// The commands about gifts and orders of them.
    static let gifts: [String: Command] = [
        "add_gift": Command(
            details: "A new gift needs `DefaultName` and `Coins`. Limits of the catalogue are answered with 100002.",
            sample: [
                "GiftId": "tulip", "DefaultName": "Tulip", "DefaultDesc": "Fresh", "Coins": 5, "Level": 1,
                "IconUrl": "https://example.org/tulip.png", "ResourceUrl": "https://example.org/tulip.svga",
                "ExtensionInfo": #"{"color":"red"}"#,
            ], errors: [.directionControlRefused, .storageUnavailable]),
        "edit_gift": Command(
            details: """
                With the `Revision` that `get_gift` answered, the gift changes only if nobody else changed it or its texts meanwhile.
                """,
            sample: ["GiftId": "tulip", "Coins": 6],
            errors: [.giftNotFound, .changedMeanwhile, .directionControlRefused, .storageUnavailable]),
        "del_gift": Command(sample: ["GiftId": "tulip"], errors: [.storageUnavailable]),
        "get_gift": Command(
            details: "The gift stands at the top, where the documents have it, and under `Response`.",
            sample: ["GiftId": "rose"], errors: [.giftNotFound]),
        "get_gift_info_list": Command(sample: [:]),
        "get_gift_count": Command(
            details: """
                Counts the last start of the live, ended ones too. `From_Account` counts one sender only. Both times are in it; one that is \
                missing or 0 is no bound.
                """,
            sample: ["RoomId": "r1", "From_Account": "bob"], errors: [.roomNotFound]),
        "send_gift": Command(
            details: """
                The user is known and not banned, and need not be in the live. With an `OrderId` of the caller's own the call may be \
                repeated: it is charged once and answered the same. Without one every call is another gift.
                """,
            sample: ["RoomId": "r1", "From_Account": "bob", "GiftId": "rose", "Count": 1, "OrderId": "order-1"],
            errors: [
                .roomNotFound, .notMember, .memberBanned, .giftNotFound, .giftsDisabled, .insufficientBalance,
                .orderConflict,
                .giftRefusedByBilling, .billingBusy, .giftingHalted, .storageUnavailable,
            ]),
    ]

    /// The command about animations of gifts.
    static let giftEffects: [String: Command] = [
        "check_effect": Command(
            details: """
                One of the two is given. The address is http or https; the addresses and ports are those that callbacks may go to, also \
                where a redirect leads. One that begins with a slash is a file of the server's own page. The file is not kept, and no \
                other command fetches one: whether a gift is checked is the caller's to decide.
                """,
            sample: ["ResourceUrl": "/gifts/castle.svga"],
            errors: [
                .giftNotFound, .effectAddressRefused, .effectNotFetched, .effectInvalid, .effectChecksBusy,
            ])
    ]

    /// The commands about categories of the gift panel.
    static let giftCategories: [String: Command] = [
        "add_gift_category": Command(
            details: "A new category needs `DefaultName`. There are at most `limits.giftCategoriesMax`, 100002 beyond.",
            sample: ["CategoryId": "flowers", "DefaultName": "Flowers", "DefaultDesc": "All that grows"],
            errors: [.directionControlRefused, .storageUnavailable]),
        "edit_gift_category": Command(
            details: "A category that is not there is 100002.",
            sample: ["CategoryId": "flowers", "DefaultDesc": "All that blooms"],
            errors: [.directionControlRefused, .storageUnavailable]),
        "del_gift_category": Command(sample: ["CategoryId": "flowers"], errors: [.storageUnavailable]),
        "get_gift_category": Command(
            details: """
                `GiftCategoryInfo` stands at the top, where the documents have it; clients of that API read `Category` and \
                `CategoryList` under `Response`. A category that is not there is 100002.
                """,
            sample: ["CategoryId": "flowers"]),
        "add_gift_category_relations": Command(
            details: "`InvalidGiftIdList` has the ids that are no gift's; all others are shown.",
            sample: ["CategoryId": "flowers", "GiftIdList": ["rose"]], errors: [.storageUnavailable]),
        "del_gift_category_relations": Command(
            sample: ["CategoryId": "flowers", "GiftIdList": ["rose"]], errors: [.storageUnavailable]),
        "get_gift_category_relations": Command(
            details: "`Relation` stands at the top and under `Response`. A category that is not there is 100002.",
            sample: ["CategoryId": "flowers"]),
    ]

    /// The commands about the order of gifts and categories.
    static let giftOrder: [String: Command] = [
        "order_gifts": Command(
            details: """
                With `CategoryId`, the order within that category; without it, that of all gifts, which those without a category have in \
                the panel. A list that does not name each of them once is 110097: it was made of a catalogue that has changed.
                """,
            sample: ["CategoryId": "flowers", "GiftIdList": ["rose"]],
            errors: [.changedMeanwhile, .storageUnavailable]),
        "order_gift_categories": Command(
            details: "A list that does not name each category once is 110097.",
            sample: ["CategoryIdList": ["flowers"]], errors: [.changedMeanwhile, .storageUnavailable]),
    ]

    /// The commands about names and descriptions in further languages.
    static let giftLanguages: [String: Command] = [
        "set_gift_language": Command(
            details: "The first texts in a language need `Name`; later calls change what they name.",
            sample: ["GiftId": "rose", "Language": "zh-Hans", "Name": "玫瑰"],
            errors: [.giftNotFound, .directionControlRefused, .storageUnavailable]),
        "get_gift_language": Command(
            details: """
                Where there are no texts in the language, those of the language without its region, else the default ones. `GiftInfo` at \
                the top and `Language` under `Response` say the same.
                """,
            sample: ["GiftId": "rose", "Language": "zh-CN"], errors: [.giftNotFound]),
        "del_gift_language": Command(
            details: "Done, too, where there are none.",
            sample: ["GiftId": "rose", "Language": "zh-Hans"], errors: [.storageUnavailable]),
        "set_gift_category_language": Command(
            details: "The first texts in a language need `CategoryName`. A category that is not there is 100002.",
            sample: ["CategoryId": "flowers", "Language": "zh-Hans", "CategoryName": "花"],
            errors: [.directionControlRefused, .storageUnavailable]),
        "get_gift_category_language": Command(
            details: "As for gifts; `CategoryInfo` at the top and `Language` under `Response` say the same.",
            sample: ["CategoryId": "flowers", "Language": "zh-CN"]),
        "del_gift_category_language": Command(
            details: "Done, too, where there are none.",
            sample: ["CategoryId": "flowers", "Language": "zh-Hans"], errors: [.storageUnavailable]),
    ]
}
