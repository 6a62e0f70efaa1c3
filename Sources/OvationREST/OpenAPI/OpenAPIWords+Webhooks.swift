import OvationModel

extension OpenAPIWords {
    /// The commands about callbacks: their configuration, their keys, and those that were given up.
    static let webhooks: [String: Command] = [
        "set_callback": Command(
            details: """
                The URL is http or https on a public address and the ports 80 and 443, unless the server's configuration allows more. Only \
                commands of the list are told and asked.
                """,
            sample: [
                "Url": "https://backend.example/ovation", "CallbackCommandList": ["Live.CallbackAfterCreateRoom"],
            ], errors: [.callbackConfigured, .storageUnavailable]),
        "update_callback": Command(
            details: "What could not be delivered to the URL before is tried at this one at once.",
            sample: [
                "Url": "https://backend.example/ovation",
                "CallbackCommandList": ["Live.CallbackAfterCreateRoom", "Live.CallbackAfterDestroyRoom"],
            ], errors: [.callbackNotConfigured, .storageUnavailable]),
        "get_callback": Command(
            details: "The token itself is never told.", sample: [:], errors: [.callbackNotConfigured]),
        "delete_callback": Command(sample: [:], errors: [.callbackNotConfigured, .storageUnavailable]),
        "set_callback_token": Command(
            sample: ["Token": "a token of your own", "IsTokenEnable": true], errors: [.storageUnavailable]),
        "delete_callback_token": Command(sample: [:], errors: [.storageUnavailable]),
        "get_secrets": Command(
            details: "The keys of the `webhook-signature` header. `ValidUntil` is missing for the one in use.",
            sample: [:]),
        "rotate_secret": Command(
            details: "`Secret` is `whsec_` and 24 to 64 bytes in base64; without it the server makes one.",
            sample: ["OverlapSeconds": 86_400], errors: [.storageUnavailable]),
        "get_status": Command(
            details: """
                `AnswerList` has the last answers that this server got, at most 50 since it began, the newest first.
                """,
            sample: [:], errors: [.storageUnavailable]),
        "test_endpoint": Command(
            details: """
                The callback is `Live.CallbackTest` and is signed as every other. `Url` tries an address before it is configured. A \
                backend that does not answer is no error of the call: `IsAnswered` and `Failure` say so.
                """,
            sample: ["Url": "https://backend.example/ovation"], errors: [.callbackNotConfigured]),
        "list_dead_letters": Command(sample: ["Next": "", "Count": 20], errors: [.storageUnavailable]),
        "resend_dead_letters": Command(sample: ["NumberList": [7, 8]], errors: [.storageUnavailable]),
        "drop_dead_letters": Command(sample: ["NumberList": [7, 8]], errors: [.storageUnavailable]),
    ]
}
