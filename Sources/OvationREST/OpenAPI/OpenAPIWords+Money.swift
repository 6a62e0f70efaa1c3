import OvationModel

extension OpenAPIWords {
    /// The command about boards.
    static let boards: [String: Command] = [
        "get_board": Command(
            details: """
                The period `live` needs a `RoomId` and has senders only; with a `RoomId` it is the default. `Until` is missing where the \
                period has no end.
                """,
            sample: ["Kind": "senders", "Period": "day", "Count": 20], errors: [.roomNotFound])
    ]

    /// The commands about wallets, the ledger, and orders of the app's own billing.
    static let money: [String: Command] = [
        "get_balance": Command(
            details: "A user who never had an entry has what a new user is given when it is first needed.",
            sample: ["User_Account": "bob"], errors: [.storageUnavailable]),
        "credit": Command(
            details: """
                `Reference` is the caller's own id of the payment: the same one is credited once, and answered with `Repeated` then. With \
                another user or amount it is refused. The wallet of a user whom nobody knows yet waits for them, unless `KnownOnly` says \
                otherwise.
                """,
            sample: ["User_Account": "bob", "Coins": 1_000, "Reference": "payment-1"],
            errors: [.accountNotImported, .referenceConflict, .storageUnavailable]),
        "get_ledger": Command(
            details: """
                Either `User_Account` for a user's wallet, or `Account` for any account by its name. With `Kind`, `StartTime` or \
                `EndTime`, a call looks through 10,000 entries at most: a page may be short, even empty, and have a next one all the same.
                """,
            sample: ["User_Account": "bob", "Count": 20], errors: [.storageUnavailable]),
        "refund_order": Command(
            details: "docs/money.md says who gives what back. The same `Reference` is done once.",
            sample: ["From_Account": "bob", "OrderId": "order-1", "Reference": "refund-1", "Reason": "by mistake"],
            errors: [
                .orderNotFound, .orderAlreadyRefunded, .referenceConflict, .refundNotCovered, .storageUnavailable,
            ]),
        "correct_ledger": Command(
            sample: [
                "From": "issuance", "To": "house", "Coins": 100, "Reference": "correction-1", "Reason": "a float",
            ], errors: [.referenceConflict, .accountOverdrawn, .storageUnavailable]),
        "verify_ledger": Command(
            details: "`Problems` has a sentence for each thing that does not add up. It reads all of the ledger.",
            sample: [:], errors: [.storageUnavailable]),
        "resume_gifting": Command(sample: [:], errors: [.ledgerUnbalanced, .storageUnavailable]),
        "get_open_orders": Command(sample: ["Next": "", "Count": 20], errors: [.storageUnavailable]),
        "get_order": Command(
            details: """
                `IsCharged` says whether the books have it, `State` where it stands with the app's own billing; without one of them, its \
                fields are missing.
                """,
            sample: ["From_Account": "bob", "OrderId": "order-1"], errors: [.orderNotFound, .storageUnavailable]),
        "ask_again": Command(
            details: """
                Only for a billing that is set up as idempotent, which charges an order once however often it is asked. Others are 110379: \
                find out there what became of the order, and call resolve_order.
                """,
            sample: ["From_Account": "bob", "OrderId": "order-1"],
            errors: [.orderNotOpen, .billingNotAskedAgain, .outcomeUnknown, .storageUnavailable]),
        "resolve_order": Command(
            details: """
                For an order that the server cannot ask about any more. Where it was charged and never shown, the coins are to be given back \
                outside; docs/money.md has the cases.
                """,
            sample: ["From_Account": "bob", "OrderId": "order-1", "IsCharged": true, "Note": "found in the books"],
            errors: [.orderNotOpen, .referenceConflict, .refundNotCovered, .storageUnavailable]),
    ]
}
