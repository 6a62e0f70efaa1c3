// MARK: - Paths beside the commands

extension OpenAPIWords {
    /// All that the server answers over HTTP beside the commands and the files of the page.
    static let plainPaths: [(name: String, value: DocumentTree)] = [
        (
            "/health/live",
            get("Whether the process runs. Anything but 200 means: restart it.", ["200": json("It runs.")])
        ),
        (
            "/health/ready",
            get(
                "Whether the server takes new connections. A load balancer asks this.",
                [
                    "200": json("It does."),
                    "503": json("It does not: it starts, stops, its storage fails, or all sockets are taken."),
                ])
        ),
        ("/metrics", get("Metrics for Prometheus.", ["200": text("text/plain", "The metrics.")])),
        ("/v1/web-config", get("What the page needs before it logs in.", ["200": json("App and mode.")])),
        (
            "/v1/ws",
            get(
                "The WebSocket of the clients: subprotocol `ovation.v1.json`, one JSON object a text frame. Protocol/PROTOCOL.md.",
                [
                    "101": ["description": "The connection is a WebSocket now."],
                    "400": json("The handshake is not right."), "403": json("Pages of this origin may not connect."),
                    "426": json("It is no WebSocket handshake."),
                ])
        ),
        (
            "/v1/media/{live}/play",
            get(
                """
                The WebSocket on which a picture is watched, `info.media.push` of the live: fragmented MP4 as binary messages. With \
                `tracks=sound` in the query it is the sound alone.
                """,
                ["101": ["description": "The connection is a WebSocket now."]].merging(mediaRefusals) { $1 },
                onLive: true)
        ),
        (
            "/v1/media/{live}/publish",
            get(
                """
                The WebSocket on which a picture is published, with `?ticket=` of `media.publish` or `?key=`. `PUT` and `POST` \
                take the same stream.
                """,
                ["101": ["description": "The connection is a WebSocket now."]].merging(mediaRefusals) { $1 },
                onLive: true)
        ),
        (
            "/v1/media/{live}/main.m3u8",
            get(
                "The picture as HLS, `info.media.hls` of the live: codecs, size and rate, and where the segments are listed.",
                ["200": text("application/vnd.apple.mpegurl", "The playlist that players open.")]
                    .merging(mediaRefusals) { $1 },
                onLive: true)
        ),
        (
            "/v1/media/{live}/index.m3u8",
            get(
                "The newest segments of the picture. What the list names lies beside it.",
                ["200": text("application/vnd.apple.mpegurl", "The playlist of the segments.")]
                    .merging(mediaRefusals) { $1 },
                onLive: true)
        ),
        ("/v1/media/test", uplinkTest),
        ("/v1/files", upload),
        (
            "/v1/files/{name}",
            get(
                "An uploaded file. Its name never stands for other bytes.",
                ["200": binary("The file."), "206": binary("A part of it."), "404": json("There is none.")],
                named: ("name", "The name that the upload was answered with."))
        ),
        (
            "/v1/recordings",
            get(
                "The recordings of a listed live that is over, with addresses: `?live=` and its id. Empty where there are none to show.",
                ["200": json("The recordings, the oldest first."), "429": json("The address asks too often.")])
        ),
        ("/openapi.yaml", get("This document.", ["200": text("application/yaml", "OpenAPI 3.1.")])),
        ("/openapi.json", get("This document as JSON.", ["200": json("OpenAPI 3.1.")])),
        ("/docs", get("This document as a page.", ["200": text("text/html", "The page.")])),
    ]

    /// The sink of tests of uplinks.
    private static let uplinkTest: DocumentTree = [
        "post": [
            "tags": ["server"],
            "summary": "Takes bytes that test an uplink, counts them and throws them away.",
            "security": [],
            "parameters": [
                [
                    "name": "ticket", "in": "query", "required": false,
                    "description": "What the command `media.test` gave; or a bearer token.",
                    "schema": ["type": "string"],
                ]
            ],
            "requestBody": [
                "required": true,
                "content": ["application/octet-stream": ["schema": ["type": "string", "format": "binary"]]],
            ],
            "responses": [
                "200": json("`bytes`, and the `milliseconds` from the first part to the last."),
                "400": json("The request does not say how long it is."),
                "403": json("The ticket does not hold, or the page may not test."),
                "408": json("The test is too slow."), "413": json("There are more bytes than a test may have."),
                "429": json("The user, or too many users, tested a moment ago. `Retry-After` says when to come again."),
            ],
        ]
    ]

    /// The upload of a file. The codes of refusals are 110350 to 110359 of Protocol/ERRORS.md.
    private static let upload: DocumentTree = [
        "post": [
            "tags": ["server"],
            "summary": "Takes a file: its bytes are the body, and a ticket lets it in, here or as a bearer token.",
            "security": [],
            "parameters": [
                [
                    "name": "ticket", "in": "query", "required": false,
                    "description": "What `create_upload_ticket` or the command `file.ticket` gave. It holds once.",
                    "schema": ["type": "string"],
                ]
            ],
            "requestBody": [
                "required": true,
                "content": ["application/octet-stream": ["schema": ["type": "string", "format": "binary"]]],
            ],
            "responses": [
                "201": json("The file is kept: `url` in at most 200 bytes, `type`, `bytes`, `width`, `height`."),
                "403": json(
                    "The ticket does not hold, the page may not upload, or the user has as many files as one may."),
                "404": json("This server takes no files."), "408": json("The upload took too long."),
                "413": json("The file is too large."), "415": json("It is of a type that is not taken."),
                "422": json("It is damaged, or beyond what browsers and players take."),
                "429": json("Too many requests come from this address."),
                "503": json("Too many uploads are under way, or the storage fails."),
                "507": json("The server keeps as many bytes of files as it may."),
            ],
        ]
    ]

    private static func binary(_ description: String) -> DocumentTree {
        let schema: DocumentTree = ["schema": ["type": "string", "format": "binary"]]
        return ["description": .text(description), "content": ["application/octet-stream": schema]]
    }

    /// The refusals of watching and publishing a picture.
    private static let mediaRefusals: [String: DocumentTree] = [
        "403": json("The key, the ticket or the signature does not hold."),
        "404": json("There is nothing of this name."),
        "409": json("The live is not on, or this server carries no pictures."),
        "503": json("The server carries as many pictures as it may."),
    ]

    private static func get(
        _ summary: String, _ responses: [String: DocumentTree], onLive: Bool = false,
        named: (name: String, meaning: String)? = nil
    ) -> DocumentTree {
        var fields: [(name: String, value: DocumentTree)] = [
            ("tags", ["server"]), ("summary", .text(summary)), ("security", []),
        ]
        if let (name, meaning) = onLive ? ("live", "The live's id, percent-encoded.") : named {
            let parameter: DocumentTree = [
                "name": .text(name), "in": "path", "required": true, "description": .text(meaning),
                "schema": ["type": "string"],
            ]
            fields.append(("parameters", [parameter]))
        }
        fields.append(("responses", .object(responses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
        return ["get": .object(fields)]
    }

    private static func json(_ description: String) -> DocumentTree {
        [
            "description": .text(description),
            "content": ["application/json": ["schema": ["type": "object"]]],
        ]
    }

    private static func text(_ type: String, _ description: String) -> DocumentTree {
        let schema: DocumentTree = ["schema": ["type": "string"]]
        return ["description": .text(description), "content": .object([(type, schema)])]
    }
}
