import OvationModel

extension OpenAPIWords {
    /// The commands about sessions of the console and the log of operators.
    static let operators: [String: Command] = [
        "open_session": Command(
            details: """
                The query is not looked at: the UserSig is in the body, so that no address and no log of a proxy has it. The session ends \
                `IdleSeconds` after its last call, after `SecondsLeft` in any case, when the UserSig would, or when the server stops.
                """,
            sample: ["Identifier": "administrator", "UserSig": "dev"], errors: [.signInsTooFrequent]),
        "close_session": Command(sample: [:]),
        "get_sessions": Command(
            details: "The sessions of this server; another node of a cluster has its own.", sample: [:]),
        "end_sessions": Command(
            details: "Those of this server. To keep somebody out for good, take them out of `app.administrators`.",
            sample: ["Operator_Account": "nobody"]),
        "get_operator_log": Command(
            details: """
                Everything that changed something, whether by the app's backend, the command `ovation` or the console, without what is \
                traffic of the app (messages, gifts, imports of accounts, profiles). `Details` is what the call said, as JSON, with `…` in \
                place of what is not kept. `OutcomeCode` is 0, or the number of a failure of the server after which nobody knows whether \
                the change was made. At most `limits.operatorLogMax` lines are kept, for `limits.operatorLogDays`.
                """,
            sample: ["Count": 20], errors: [.storageUnavailable]),
        "get_node_history": Command(
            details: """
                The means over steps of time, oldest first, for at most seven days; the node reads its metrics every \
                `limits.historySampleSeconds`. A value of -1 is not known, as after a restart. `At` is the beginning of a step, in Unix \
                milliseconds. Each server of several has its own history.
                """,
            sample: ["Seconds": 3_600]),
        "export_user": Command(
            details: """
                The records come part by part: profile, wallet, earnings, lives, roles, sanctions, visits, moderation, orders, \
                billingOrders, events. A page may be empty where `Next` is not, because the server looks at a bounded number of events for \
                each page. The first page has a line in the log of operators.
                """,
            sample: ["User_Account": "alice"], errors: [.storageUnavailable]),
        "erase_user": Command(
            details: """
                Names, pictures and texts go, in stored events, lives, orders and moderation logs; roles, bans and mutes in ended lives, \
                visits, given-up callbacks and recordings of the user's lives go as a whole. The ledger keeps its numbers, and everything \
                that is kept says the alias in place of the user's id. A call works for `limits.erasureCallMilliseconds`: while `IsDone` \
                is false, call again. It goes on where it was, even after a crash, and a call for a user who is erased changes nothing. \
                It cannot be undone. Backups, and \
                what callbacks told the app's backend, are the operator's.
                """,
            sample: ["User_Account": "nobody-at-all"],
            errors: [
                .userPresent, .presenceUnknown, .userHasOpenOrders, .userHasCoins, .recordingsOff, .storageUnavailable,
            ]),
    ]
}
