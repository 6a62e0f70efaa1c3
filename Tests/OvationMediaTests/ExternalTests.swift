import OvationMedia
import OvationModel
import Testing

@Suite struct ExternalTests {
    private let key = StreamKey("k-1").unsafelyUnwrapped

    @Test(arguments: [
        ("rtmp://media.example.com/live/{streamKey}", "rtmp://media.example.com/live/k-1"),
        ("rtmps://[::1]:1936/app/{liveID}?key={streamKey}", "rtmps://[::1]:1936/app/nova?key=k-1"),
        (
            "srt://m.example.com:8890?streamid=publish:{liveID}:{streamKey}",
            "srt://m.example.com:8890?streamid=publish:nova:k-1"
        ),
    ])
    func `a publish address has the live's id and the key in the template's places`(
        _ template: String, _ address: String
    )
        throws
    {
        #expect(
            try AddressTemplate(template, for: .publish).address(live: LiveID(unchecked: "nova"), key: key) == address)
    }

    @Test(arguments: [
        ("nova", "https://cdn.example.com/nova/index.m3u8"), ("a b", "https://cdn.example.com/a%20b/index.m3u8"),
        ("../x?y#z", "https://cdn.example.com/..%2Fx%3Fy%23z/index.m3u8"),
        ("{streamKey}", "https://cdn.example.com/%7BstreamKey%7D/index.m3u8"),
        ("%2e%2e", "https://cdn.example.com/%252e%252e/index.m3u8"),
        ("a\"b<c>", "https://cdn.example.com/a%22b%3Cc%3E/index.m3u8"),
        ("...", "https://cdn.example.com/.../index.m3u8"), (".", nil), ("..", nil),
    ])
    func `a live's id is escaped within its place in an address`(_ live: String, _ address: String?) throws {
        let template = try AddressTemplate("https://cdn.example.com/{liveID}/index.m3u8", for: .play)
        #expect(template.address(live: LiveID(unchecked: live), key: key) == address)
    }

    @Test(arguments: [
        ("", AddressTemplate.Mistake.scheme), ("cdn.example.com/{liveID}", .scheme), ("ftp://h/{liveID}", .scheme),
        ("javascript://h/{liveID}", .scheme),
        ("rtmp://h/{liveID}", .scheme), ("HTTPS://h/{liveID}", .scheme), ("https:///{liveID}", .host),
        ("https://user@h/{liveID}", .host),
        ("https://h%2f/{liveID}", .host), ("https://{liveID}.example.com/x", .placeInHost),
        ("https://h/{liveID", .place),
        ("https://h/{}", .place), ("https://h/liveID}", .place), ("https://h/{liveid}", .place),
        ("https://h/{{liveID}}", .place),
        ("https://h/{user}/{liveID}", .place), ("https://h/x y/{liveID}", .character),
        ("https://h/\n{liveID}", .character),
        ("https://h/\"{liveID}", .character), ("https://h\\x/{liveID}", .character),
        ("https://h/é/{liveID}", .character),
        ("https://h/index.m3u8", .liveMissing), ("https://h/{streamKey}", .keyInPlayAddress),
        ("https://h/{liveID}" + String(repeating: "a", count: 2_000), .character),
    ])
    func `an invalid address template is refused when the configuration is read`(
        _ template: String, _ mistake: AddressTemplate.Mistake
    ) {
        #expect(throws: mistake) { try AddressTemplate(template, for: .play) }
    }

    @Test func `an nginx form is read`() throws {
        let form =
            "app=live&flashver=FMLE/3.0&tcurl=rtmp://localhost/live&addr=127.0.0.1&clientid=7&call=publish&name=no%76a+1&type=live&key=k-1"
        let hook = try #require(MediaServerHook(nginxForm: form.utf8))
        #expect(hook.event == .publish)
        #expect(hook.stream == "nova 1")
        #expect(hook.key?.matches(key) == true)
        #expect(hook.connection == "7")
        for (call, event) in [
            ("publish_done", MediaServerHook.Event.publishDone), ("play", .play), ("play_done", .other), ("", .other),
        ] {
            #expect(MediaServerHook(nginxForm: "call=\(call)&name=x".utf8)?.event == event)
        }
    }

    @Test(arguments: [
        "", "name=", "call=publish", "name=%zz", "name=%4", "name=%", "name=%FF%FE",
        "name=" + String(repeating: "a", count: 65), "&&&=&=",
        (0..<65).map { "f\($0)=1" }.joined(separator: "&") + "&name=x",
        "name=x&" + String(repeating: "a", count: 16 * 1_024),
    ])
    func `an invalid form is refused`(_ form: String) {
        #expect(MediaServerHook(nginxForm: form.utf8) == nil)
    }

    @Test func `the first of two equal form fields counts, so a publisher cannot override the media server`() {
        let hook = MediaServerHook(nginxForm: "call=publish&name=mine&name=yours&call=play".utf8)
        #expect(hook?.stream == "mine")
        #expect(hook?.event == .publish)
    }

    @Test func `JSON from SRS and MediaMTX is read`() throws {
        let srs = try #require(
            MediaServerHook(
                .srs,
                texts: [
                    "action": "on_publish", "client_id": "c1", "app": "live", "stream": "nova", "param": "?key=k-1&x=2",
                ]))
        #expect(srs.event == .publish)
        #expect(srs.stream == "nova")
        #expect(srs.key?.matches(key) == true)
        #expect(srs.connection == "c1")
        #expect(MediaServerHook(.srs, texts: ["action": "on_unpublish", "stream": "nova"])?.event == .publishDone)
        let mtx = try #require(
            MediaServerHook(
                .mediaMTX,
                texts: ["action": "publish", "path": "live/nova", "query": "key=k-1", "id": "9", "password": "other"]))
        #expect(mtx.event == .publish)
        #expect(mtx.stream == "nova")
        #expect(mtx.key?.matches(key) == true)
        #expect(
            MediaServerHook(.mediaMTX, texts: ["action": "publish", "path": "nova", "password": "k-1"])?.key?.matches(
                key) == true)
        #expect(MediaServerHook(.mediaMTX, texts: ["action": "read", "path": "nova"])?.event == .play)
        for dialect in MediaServerHook.Dialect.allCases {
            #expect(MediaServerHook(dialect, texts: ["action": "publish"]) == nil)
        }
        #expect(MediaServerHook(.mediaMTX, texts: ["action": "publish", "path": "/"]) == nil)
    }
}
