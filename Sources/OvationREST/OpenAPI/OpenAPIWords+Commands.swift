import OvationModel

extension OpenAPIWords {
    /// The words about each command beside its summary, by the name of the command.
    ///
    /// They are in parts, because one large literal takes the compiler very long.
    static let commands: [String: Command] = [
        rooms, streams, metadata, members, robots, messages, accounts, seats, battles, moderation, gifts,
        giftCategories, giftLanguages, giftEffects, giftOrder, boards, money, webhooks, operators, files, recordings,
    ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    private static let rooms: [String: Command] = [
        "create_room": Command(
            details: """
                The owner is a user that is known: imported, or logged in once. A live that is made here does not end with its owner's absence.
                """,
            sample: [
                "RoomInfo": [
                    "RoomId": "r1", "RoomType": "Live", "RoomName": "First live", "Owner_Account": "administrator",
                ]
            ],
            errors: [
                .roomIDOccupied, .roomIDUsedByOwner, .roomTypeInvalid, .tooManyTags, .tooFrequent,
                .directionControlRefused, .storageUnavailable,
            ]),
        "destroy_room": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound, .storageUnavailable]),
        "update_room_info": Command(
            sample: [
                "RoomInfo": [
                    "RoomId": "r1", "RoomName": "Another name", "CustomInfo": "season 2",
                    "LifetimeAfterOwnerOffline": 60,
                ]
            ],
            errors: [.roomNotFound, .tooManyTags, .directionControlRefused, .storageUnavailable]),
        "get_room_info": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "get_room_list": Command(sample: ["Next": "", "Count": 20]),
        "get_room_statistic": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
    ]

    private static let streams: [String: Command] = [
        "get_stream_key": Command(
            details: """
                The live is on, or was on once: a key outlives the end of its live, so that an encoder is set up once. \
                `PublishURLs` follows `media.mode` of the configuration.
                """,
            sample: ["RoomId": "r1"], errors: [.roomNotFound, .storageUnavailable]),
        "get_stream_events": Command(
            details: """
                Encoders such as OBS show no reason when they are refused or cut off. At most `media.streamEventsMax` of a live are \
                kept, in memory. A refusal that comes again is counted. What strangers did, who had no key, is kept while the live is on.
                """,
            sample: ["RoomId": "r1"], errors: [.roomNotFound, .storageUnavailable]),
        "reset_stream_key": Command(
            details: "To keep somebody away who has the old key and publishes, call `stop_stream` after it.",
            sample: ["RoomId": "r1"], errors: [.roomNotFound, .storageUnavailable]),
        "stop_stream": Command(
            details: """
                Who has the key may publish again. `HadPicture` says whether there was something to stop. \
                A media server of one's own sends the publisher away when it asks the next time, if it asks again.
                """,
            sample: ["RoomId": "r1"], errors: [.roomNotFound]),
    ]

    private static let metadata: [String: Command] = [
        "get_room_metadata": Command(sample: ["RoomId": "r1", "Keys": []], errors: [.roomNotFound]),
        "set_room_metadata": Command(
            sample: ["RoomId": "r1", "Metadata": [["Key": "topic", "Value": "jazz"]]],
            errors: [
                .roomNotFound, .metadataKeysExceeded, .metadataValueTooLarge, .metadataTotalTooLarge,
                .metadataKeyTooLong, .storageUnavailable,
            ]),
        "del_room_metadata": Command(
            sample: ["RoomId": "r1", "Keys": ["topic"]],
            errors: [.roomNotFound, .metadataKeyUnknown, .storageUnavailable]),
    ]

    /// What holds for calls that name several users.
    private static let wholeCall = "It is done to all users of the call, or to none where one of them is refused."

    private static let members: [String: Command] = [
        "get_admin_list": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "modify_admin": Command(
            details: wholeCall,
            sample: ["RoomId": "r1", "Admin_Account": ["bob"], "OpType": "add"],
            errors: [.roomNotFound, .permissionDenied, .memberBanned, .tooManyAdmins, .storageUnavailable]),
        "ban_member": Command(
            details: wholeCall,
            sample: ["RoomId": "r1", "MemberList_Account": ["bob"], "Duration": 600, "Reason": "abuse"],
            errors: [
                .roomNotFound, .permissionDenied, .directionControlRefused, .tooManySanctions, .storageUnavailable,
            ]),
        "unban_member": Command(
            details: wholeCall, sample: ["RoomId": "r1", "MemberList_Account": ["bob"]],
            errors: [.roomNotFound, .permissionDenied, .storageUnavailable]),
        "get_banned_member_list": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "mute_member": Command(
            details: wholeCall,
            sample: ["RoomId": "r1", "MemberList_Account": ["bob"], "MuteTime": 600],
            errors: [.roomNotFound, .permissionDenied, .tooManySanctions, .storageUnavailable]),
        "get_muted_member_list": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "kick_user_out": Command(
            details: wholeCall,
            sample: ["RoomId": "r1", "MemberList_Account": ["bob"]],
            errors: [
                .roomNotFound, .notMember, .permissionDenied, .directionControlRefused, .storageUnavailable,
            ]),
    ]

    private static let robots: [String: Command] = [
        "add_robot": Command(
            sample: ["RoomId": "r1", "RobotList_Account": ["robot-1"]], errors: [.roomNotFound, .storageUnavailable]),
        "get_robot": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "del_robot": Command(
            sample: ["RoomId": "r1", "RobotList_Account": ["robot-1"]], errors: [.roomNotFound, .storageUnavailable]),
    ]

    private static let messages: [String: Command] = [
        "send_text_msg": Command(
            details: "`MsgDropReason` says where a message was accepted and not delivered.",
            sample: ["RoomId": "r1", "Sender_Account": "bob", "TextContent": "hello"],
            errors: [.roomNotFound, .memberBanned, .memberMuted, .roomMuted, .wordRefused]),
        "send_custom_msg": Command(
            details: "`MsgDropReason` says where a message was accepted and not delivered.",
            sample: ["RoomId": "r1", "BusinessId": "vote", "Data": "{}"],
            errors: [.roomNotFound, .memberBanned, .memberMuted, .roomMuted]),
        "send_pubsub_msg": Command(
            details: """
                Those who listen to the topic are told. `IsPersisted` keeps the message for those who come later. \
                `MsgDropReason` says where a message was accepted and not delivered.
                """,
            sample: [
                "RoomId": "r1", "Sender_Account": "bob", "Topic": "CHAT", "Message": "hello", "IsPersisted": true,
            ],
            errors: [
                .roomNotFound, .memberBanned, .memberMuted, .roomMuted, .tooManyTopics, .tooManyTopicBytes,
                .wordRefused,
            ]),
        "send_group_msg": Command(
            sample: [
                "GroupId": "r1", "From_Account": "bob",
                "MsgBody": [["MsgType": "TIMTextElem", "MsgContent": ["Text": "hello"]]],
            ], errors: [.roomNotFound, .memberBanned, .memberMuted, .roomMuted, .wordRefused]),
    ]

    private static let accounts: [String: Command] = [
        "account_import": Command(
            sample: ["UserID": "alice", "Nick": "Alice"], errors: [.directionControlRefused, .storageUnavailable]),
        "multiaccount_import": Command(sample: ["Accounts": ["alice", "bob"]], errors: [.storageUnavailable]),
        "portrait_get": Command(sample: ["To_Account": ["alice"], "TagList": ["Tag_Profile_IM_Nick"]]),
        "portrait_set": Command(
            sample: ["From_Account": "alice", "ProfileItem": [["Tag": "Tag_Profile_IM_Nick", "Value": "Alice"]]],
            errors: [.accountNotImported, .directionControlRefused, .storageUnavailable]),
    ]

    private static let seats: [String: Command] = [
        "get_seat_list": Command(
            sample: ["RoomId": "r1"],
            errors: [.roomNotFound]),
        "pick_user_on_seat": Command(
            sample: ["RoomId": "r1", "Member_Account": "bob", "Index": 1],
            errors: [
                .roomNotFound, .notMember, .seatsDisabled, .seatNotFound, .userAlreadySeated, .seatLocked,
                .seatOccupied,
                .allSeatsOccupied,
            ]),
        "kick_user_off_seat": Command(
            sample: ["RoomId": "r1", "Member_Account": "bob"],
            errors: [.roomNotFound, .seatsDisabled, .notSeated, .permissionDenied]),
        "lock_seat": Command(
            sample: ["RoomId": "r1", "Index": 1, "ForbidTaken": true],
            errors: [.roomNotFound, .seatsDisabled, .seatNotFound, .permissionDenied]),
        "move_user_to_seat": Command(
            sample: ["RoomId": "r1", "SeatIndex": 2, "Member_Account": "bob", "Policy": 2],
            errors: [.roomNotFound, .seatsDisabled, .seatNotFound, .notSeated, .permissionDenied, .seatOccupied]),
        "switch_seat": Command(
            sample: ["RoomId": "r1", "ToIndex": 2, "Member_Account": "bob"],
            errors: [.roomNotFound, .seatsDisabled, .seatNotFound, .notSeated, .permissionDenied, .seatOccupied]),
    ]

    private static let battles: [String: Command] = [
        "create_battle": Command(
            sample: ["FromRoomId": "r1", "ToRoomIdList": ["r2"], "Duration": 60_000],
            errors: [
                .roomNotFound, .inOtherBattle, .pendingBattleRequest, .noRoomsInBattleIsValid,
                .connectionOrBattleLimitExceeded, .creatingBattleTooFrequently,
            ]),
        "set_battle_score": Command(
            sample: ["BattleId": "b1", "OpType": 1, "ScoreList": [["RoomId": "r1", "Score": 10]]],
            errors: [.battleNotExistOrEnded, .battleNotStart, .battleHasEnded]),
        "get_battle_info": Command(sample: ["RoomId": "r1"], errors: [.battleNotExistOrEnded]),
    ]

    private static let moderation: [String: Command] = [
        "get_words": Command(sample: [:], errors: [.roomNotFound]),
        "set_words": Command(
            details: """
                With `RoomId` the list of a live that is on, else that of the app. `Action` is `refuse` (the default: the text is answered \
                with 110100), `mask` (the word becomes `***`) or `log` (the text passes; the moderation log has a line). An empty list \
                ends the filter.
                """,
            sample: [
                "WordList": [
                    ["Text": "scunner"], ["Text": "bampot", "Action": "mask", "WholeWord": true],
                    ["Text": "buy followers", "Action": "log"],
                ]
            ], errors: [.roomNotFound, .wordListInvalid, .storageUnavailable]),
        "check_text": Command(
            details:
                "Without `Action` nothing was found. `Text` is the text as it would go on; it is missing where it would not.",
            sample: ["Text": "What a b.a.m.p.o.t!"], errors: [.roomNotFound]),
        "get_slow_mode": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
        "set_slow_mode": Command(
            sample: ["RoomId": "r1", "Seconds": 10], errors: [.roomNotFound, .storageUnavailable]),
        "get_log": Command(
            details: """
                The log outlives the live: it goes over all starts of the id, and keeps the last `limits.moderationLogMax` lines. A text that \
                was filtered is not in it, only the id of the word.
                """,
            sample: ["RoomId": "r1", "Count": 20], errors: [.storageUnavailable]),
        "get_audience": Command(
            details: "Robots are among them; the owner is not.", sample: ["RoomId": "r1", "Count": 20],
            errors: [.roomNotFound, .pageBeyondEnd]),
        "get_sanctions": Command(
            details: "A page is of `Count` lives; sanctions whose time is over are left out of it.",
            sample: ["Member_Account": "alice"], errors: [.storageUnavailable]),
        "delete_message": Command(
            details: "The live remembers the last `limits.messagesRememberedMax` messages since the server started.",
            sample: ["RoomId": "r1", "MsgSeq": 1_700_000_000_000_001, "Reason": "spam"],
            errors: [.roomNotFound, .messageNotFound, .storageUnavailable]),
        "pin_message": Command(
            details:
                "With more than `limits.pinnedMessagesMax` the oldest is unpinned. Pins outlast a restart of the server.",
            sample: ["RoomId": "r1", "MsgSeq": 1_700_000_000_000_001, "IsPinned": true],
            errors: [.roomNotFound, .messageNotFound, .storageUnavailable]),
        "get_pinned_messages": Command(sample: ["RoomId": "r1"], errors: [.roomNotFound]),
    ]
}
