import OvationMedia
import OvationModel
import Testing

@Suite struct HLSPlaylistTests {
    private func text(_ playlist: inout HLSPlaylist, _ ring: FragmentRing<String>, query: String? = nil) -> String? {
        playlist.bytes(of: ring, query: query).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a playlist lists the last eight seconds with clock times and the initialisation`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<20)
        var playlist = HLSPlaylist()
        let first = try #require(ring.segments.dropLast(7).last)
        var expected = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(first.number)",
            "#EXT-X-DISCONTINUITY-SEQUENCE:\(first.initialisation)", "#EXT-X-INDEPENDENT-SEGMENTS",
            "#EXT-X-MAP:URI=\"init-\(first.initialisation).mp4\"", "#EXT-X-PROGRAM-DATE-TIME:2026-11-22T16:00:12.000Z",
        ]
        for number in first.number..<(first.number + 8) { expected += ["#EXTINF:1.000,", "\(number).m4s"] }
        #expect(text(&playlist, ring) == expected.joined(separator: "\n") + "\n")
    }

    @Test func `a restarted stream is a discontinuity, which is still counted once it has left the list`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<3)
        ring.begin("again")
        ring.add(0..<2, after: 60)
        var playlist = HLSPlaylist()
        let number = try #require(ring.segments.first).initialisation
        let before = try #require(text(&playlist, ring))
        #expect(before.contains("#EXT-X-DISCONTINUITY-SEQUENCE:\(number)\n"))
        let map =
            "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"init-\(number + 1).mp4\"\n#EXT-X-PROGRAM-DATE-TIME:2026-11-22T16:01:00.000Z\n"
        #expect(before.contains(map))
        ring.add(2..<12, after: 60)
        let after = try #require(text(&playlist, ring))
        #expect(after.contains("#EXT-X-DISCONTINUITY-SEQUENCE:\(number + 1)\n"))
        #expect(!after.contains("#EXT-X-DISCONTINUITY\n"))
    }

    @Test func `a playlist says that segments stand alone only if all begin with a key frame`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        var playlist = HLSPlaylist()
        #expect(try #require(text(&playlist, ring)).contains("#EXT-X-INDEPENDENT-SEGMENTS"))
        ring.append("2", span: .at(2, key: false), jumps: false, at: .seconds(3))
        ring.add(3..<5)
        #expect(ring.segments.map { $0.beginsWithKeyFrame } == [true, true, false, true, true])
        #expect(try #require(text(&playlist, ring)).contains("#EXT-X-INDEPENDENT-SEGMENTS") == false)
    }

    @Test func `a playlist starts with the first segment and marks the end`() throws {
        var ring = FragmentRing<String>(at: noon)
        var playlist = HLSPlaylist()
        #expect(text(&playlist, ring) == nil)
        ring.begin("init")
        ring.add(0..<1)
        #expect(text(&playlist, ring) == nil)
        ring.end()
        let ended = try #require(text(&playlist, ring))
        #expect(ended.hasSuffix(".m4s\n#EXT-X-ENDLIST\n"))
        ring.removeAll()
        #expect(
            text(&playlist, ring)
                == "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-ENDLIST\n")
    }

    @Test func `the target duration never changes, and no segment is longer`() throws {
        var limits = MediaLimits()
        for (seconds, target) in [(1, 2), (2, 2), (3, 3), (10, 11)] {
            limits.fragmentSecondsMax = seconds
            #expect(FragmentRing<String>(limits: limits, at: noon).targetSeconds == Int64(target))
        }
        // These fragments are too long to join, and these groups overlap. Only a hostile publisher sends them.
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.append("0", span: .at(0, lasting: 0.49), jumps: false, at: noon)
        for index in 1..<40 {
            ring.append(
                "\(index)", span: .at(Double(index) * 2.1, lasting: 2.1, key: index % 3 == 1), jumps: false, at: noon)
        }
        ring.end()
        #expect(ring.targetSeconds == 2)
        #expect(ring.segments.allSatisfy { ($0.durationMicroseconds + 500_000) / 1_000_000 <= 2 })
    }

    @Test func `a three-second target lists nine seconds, so a player can begin`() throws {
        var limits = MediaLimits()
        limits.fragmentSecondsMax = 3
        var ring = FragmentRing<String>(limits: limits, at: noon)
        ring.begin("init")
        for index in 0..<4 {
            ring.append("\(index)", span: .at(Double(index) * 2.6, lasting: 2.6), jumps: false, at: noon)
        }
        var playlist = HLSPlaylist(limits: limits)
        #expect(try #require(text(&playlist, ring)).split(separator: "\n").count { $0.hasSuffix(".m4s") } == 4)
    }

    @Test func `every name carries the signature, and no other query is accepted`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        var playlist = HLSPlaylist()
        let signed = try #require(text(&playlist, ring, query: "t=12.ab"))
        #expect(signed.split(separator: "\n").count { $0.hasSuffix(".m4s?t=12.ab") } == 2)
        #expect(signed.contains(".mp4?t=12.ab\"\n"))
        let plain = text(&playlist, ring)
        for query in ["", "t=a b", "t=1\n#EXT-X-ENDLIST", "t=\"", "é", String(repeating: "a", count: 513)] {
            #expect(!HLSPlaylist.isQuery(query))
            #expect(text(&playlist, ring, query: query) == plain)
        }
    }

    @Test func `a playlist is rendered once for each change`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        var playlist = HLSPlaylist()
        let first = playlist.bytes(of: ring)
        let again = playlist.bytes(of: ring)
        let addresses = [first, again].map { bytes in bytes?.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(addresses[0] != nil)
        #expect(addresses[0] == addresses[1])
        let tag = HLSPlaylist.entityTag(of: ring)
        ring.add(2..<3)
        #expect(playlist.bytes(of: ring) != first)
        #expect(HLSPlaylist.entityTag(of: ring) != tag)
    }

    @Test func `segment names are read back, and other spellings are refused`() {
        for name in [HLSName.main, .playlist, .initialisation(0), .initialisation(2_174_400_001), .segment(7)] {
            #expect(HLSName(name.description) == name)
        }
        let wrong = [
            "", "main.m3u", "index.m3u", "Index.m3u8", "init.mp4", "init-.mp4", "init-01.mp4",
            "init-1.m4s", "-1.m4s", "+1.m4s",
            "01.m4s", ".m4s", "1.m4s/",
            "1.M4S", "9999999999999999999.m4s", "１.m4s", "init--1.mp4", "../1.m4s", "1%2e.m4s",
        ]
        for name in wrong { #expect(HLSName(name) == nil, "\(name)") }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
        (Int64.min, "1970-01-01T00:00:00.000Z"),
    ])
    func `dates are right, even leap days`(_ milliseconds: Int64, _ text: String) throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        let now = Timestamp(milliseconds: milliseconds)
        ring.append("0", span: .at(0, lasting: 0), jumps: false, at: now)
        ring.end()
        var playlist = HLSPlaylist()
        #expect(try #require(self.text(&playlist, ring)).contains("#EXT-X-PROGRAM-DATE-TIME:\(text)\n"))
    }
}
