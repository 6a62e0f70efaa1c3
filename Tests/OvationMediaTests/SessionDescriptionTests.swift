import OvationMedia
import Testing

/// What is read of session descriptions, and what is not taken.
struct SessionDescriptionTests {
    /// As Chromium writes it, shortened.
    private static let offer = """
        v=0\r
        o=- 4611731400430051336 2 IN IP4 127.0.0.1\r
        s=-\r
        t=0 0\r
        a=group:BUNDLE 0 1\r
        a=msid-semantic: WMS stream\r
        m=audio 9 UDP/TLS/RTP/SAVPF 111 63 110\r
        c=IN IP4 0.0.0.0\r
        a=candidate:1 1 udp 2122260223 192.0.2.1 40000 typ host\r
        a=ice-ufrag:EsAw\r
        a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r
        a=fingerprint:sha-256 AA:BB\r
        a=setup:actpass\r
        a=mid:0\r
        a=sendonly\r
        a=rtcp-mux\r
        a=rtpmap:111 opus/48000/2\r
        a=rtpmap:63 red/48000/2\r
        a=rtpmap:110 telephone-event/48000\r
        m=video 9 UDP/TLS/RTP/SAVPF 102 103\r
        c=IN IP4 0.0.0.0\r
        a=ice-ufrag:EsAw\r
        a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r
        a=fingerprint:sha-256 AA:BB\r
        a=setup:actpass\r
        a=mid:1\r
        a=sendonly\r
        a=rtpmap:102 H264/90000\r
        a=rtpmap:103 rtx/90000\r

        """

    private let rules = PublishOffer.Rules(videoCodecs: ["h264"], candidatesMax: 10)

    @Test func `a browser's offer is read, and written again byte for byte`() throws {
        let read = try PublishOffer.read(Self.offer, rules)
        #expect(read.text == Self.offer)
        #expect(read.media.map(\.kind) == ["audio", "video"])
        #expect(read.media.map(\.codecs) == [["opus"], ["h264"]])
        #expect(read.candidateCount == 1)
        #expect(read.iceCredentials == ICECredentials(fragment: "EsAw", password: "P2uYro0UCOQ4zxjKXaWCBui1"))
    }

    @Test func `a medium that is bundled with another and has no port gets one, and one that is refused does not`()
        throws
    {
        let bundled = Self.offer.replacing("m=video 9", with: "m=video 0")
            .replacing("a=mid:1\r\n", with: "a=mid:1\r\na=bundle-only\r\n")
        #expect(try PublishOffer.read(bundled, rules).text == Self.offer)
        let refused = bundled.replacing("a=bundle-only\r\n", with: "")
        #expect(throws: PublishOffer.Mistake.sendsNothing) { try PublishOffer.read(refused, rules) }
        let without = bundled.replacing("m=audio 9", with: "m=audio 0")
        #expect(throws: PublishOffer.Mistake.noMedia) { try PublishOffer.read(without, rules) }
    }

    @Test func `an answer says that its media have one port, where they share it`() {
        let answer = "v=0\r\nm=audio 9 X 1\r\na=rtcp-mux\r\na=mid:0\r\nm=video 9 X 2\r\na=rtcp-mux\r\n"
        let said = SessionDescription.multiplexed(answer)
        #expect(said == answer.replacing("a=rtcp-mux\r\n", with: "a=rtcp-mux\r\na=rtcp-mux-only\r\n"))
        #expect(SessionDescription.multiplexed(said) == said)
        #expect(SessionDescription.multiplexed("v=0\r\nm=audio 9 X 1\r\n") == "v=0\r\nm=audio 9 X 1\r\n")
    }

    @Test func `a condition holds for a star, for the tag, and for a list that has it`() {
        for condition in ["*", "\"*\"", "\"a1\"", "\"b\", \"a1\"", "\"b\" ,\t\"a1\" ,\"c\""] {
            #expect(EntityTags.match(condition, "\"a1\""), "\(condition)")
        }
        for condition in ["", "a1", "W/\"a1\"", "\"b\"", "\"a1", "\"b\" \"a1\"", ",", "**"] {
            #expect(!EntityTags.match(condition, "\"a1\""), "\(condition)")
        }
    }

    @Test func `a restart changes credentials and candidates, and nothing else`() throws {
        let read = try PublishOffer.read(Self.offer, rules)
        let fragment = try ICEFragment(
            "a=ice-ufrag:ysXw\r\na=ice-pwd:vw5LmwG4y/e6dPP/zAP9Gp5k\r\nm=audio 9 RTP/AVP 0\r\na=mid:0\r\n"
                + "a=candidate:2 1 udp 1 198.51.100.1 61765 typ host\r\n", candidatesMax: 10)
        let renewed = try SessionDescription(read.restarted(with: fragment))
        #expect(renewed.iceCredentials?.fragment == "ysXw")
        #expect(renewed.media.map { $0.values("ice-ufrag") } == [["ysXw"], ["ysXw"]])
        #expect(renewed.media[0].values("candidate") == ["2 1 udp 1 198.51.100.1 61765 typ host"])
        #expect(renewed.media[1].values("candidate").isEmpty)
        #expect(renewed.media.map(\.codecs) == read.media.map(\.codecs))
    }

    @Test func `the answer to a restart has the server's credentials and candidates`() throws {
        let text = try #require(ICEFragment.text(of: try SessionDescription(Self.offer)))
        let read = try ICEFragment(text, candidatesMax: 10)
        #expect(read.credentials?.fragment == "EsAw")
        #expect(read.candidates.count == 1 && read.candidates[0].mid == "0" && read.isLast)
    }

    @Test(arguments: [
        "", "v=1\r\n", "v=0\r\nm=video\r\n", "v=0\r\nm=video x UDP/TLS/RTP/SAVPF 1\r\n", "v=0\r\n\u{0}=x\r\n",
        "v=0\r\na=\u{7F}\r\n", "v=0\r\nab\r\n",
    ])
    func `what is no description is refused`(text: String) {
        #expect(throws: SessionDescription.Mistake.malformed) { try SessionDescription(text) }
    }

    @Test func `too many lines and media are refused before they are kept`() {
        #expect(throws: SessionDescription.Mistake.tooLarge) {
            try SessionDescription("v=0\r\n" + String(repeating: "a=x\r\n", count: 5_000))
        }
        #expect(throws: SessionDescription.Mistake.tooLarge) {
            try SessionDescription("v=0\r\n" + String(repeating: "m=video 9 UDP/TLS/RTP/SAVPF 1\r\n", count: 33))
        }
    }

    @Test(arguments: [
        ("a=ice-ufrag:EsAw", "a=ice-ufrag:E"), ("a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1", "a=ice-pwd:short"),
        ("a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1", "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCB\"}"),
        ("a=fingerprint:sha-256 AA:BB", "a=x"),
    ])
    func `an offer without proper credentials or a fingerprint is refused`(old: String, new: String) {
        #expect(throws: PublishOffer.Mistake.notSecured) {
            try PublishOffer.read(Self.offer.replacing(old, with: new), rules)
        }
    }

    @Test func `any bytes are read or refused, and never stop the process`() {
        let pieces = [
            "v=0\r\n", "m=", "a=", "audio 9 X 1\r\n", "candidate:", "\r\n", " ", "é", "\n", "mid:0", "ice-ufrag:",
        ]
        var seed: UInt64 = 9
        for _ in 0..<2_000 {
            var text = "v=0\r\n"
            for _ in 0..<20 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(seed >> 33) % pieces.count]
            }
            _ = try? PublishOffer.read(text, rules)
            _ = try? ICEFragment(text, candidatesMax: 3)
        }
    }
}
