import OvationMedia
import OvationModel
import Testing

@Suite struct MainPlaylistTests {
    private func text(_ ring: FragmentRing<String>, query: String? = nil) -> String? {
        MainPlaylist.bytes(of: ring, query: query).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `the main playlist names codecs, size, bit rate and the media playlist`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2, bytes: 1_000)
        ring.add(2..<3, bytes: 4_000)
        // The last fragment is no segment yet, because it may still grow.
        ring.add(3..<4, bytes: 9_000)
        let info = MediaInfo.sample()
        let rates = ring.segments.map { $0.byteCount * 8 * 1_000_000 / Int($0.durationMicroseconds) }
        let average = ring.segments.reduce(0) { $0 + $1.byteCount } * 8 / ring.segments.count
        #expect(
            text(ring) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-STREAM-INF:BANDWIDTH=\(rates.max() ?? 0),AVERAGE-BANDWIDTH=\(average),\
                CODECS="\(info.codecs)",RESOLUTION=160x120
                index.m3u8

                """)
    }

    @Test func `the main playlist starts with the first segment`() {
        var ring = FragmentRing<String>(at: noon)
        #expect(text(ring) == nil)
        ring.begin("init")
        #expect(text(ring) == nil)
    }

    @Test func `a restarted stream is described by its new initialisation`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        ring.begin("other", byteCount: 100, info: .sample(width: 320))
        ring.add(0..<2, after: 2)
        #expect(try #require(text(ring)).contains("RESOLUTION=320x120"))
    }

    @Test func `the name carries the signature, and no other query is accepted`() throws {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        #expect(try #require(text(ring, query: "t=12.ab")).hasSuffix("\nindex.m3u8?t=12.ab\n"))
        #expect(text(ring, query: "t=1\n#EXT-X-ENDLIST") == text(ring))
    }
}
