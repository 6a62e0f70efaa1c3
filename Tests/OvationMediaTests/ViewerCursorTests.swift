import OvationMedia
import OvationModel
import Testing

@Suite struct ViewerCursorTests {
    /// The payloads that a viewer is sent until it waits or the stream ends.
    private func sent(_ cursor: inout ViewerCursor, _ ring: FragmentRing<String>) -> [String] {
        var sent: [String] = []
        while true {
            switch cursor.step(in: ring) {
            case .initialisation(let segment): sent.append(segment.payload)
            case .fragment(let entry): sent.append(entry.payload)
            case .wait: return sent
            case .ended: return sent + ["end"]
            }
        }
    }

    @Test func `a late viewer gets the initialisation and starts at the newest key frame`() {
        var ring = FragmentRing<String>(at: noon)
        var cursor = ViewerCursor()
        #expect(sent(&cursor, ring).isEmpty)
        ring.begin("init")
        #expect(sent(&cursor, ring).isEmpty)
        ring.add(0..<5)
        ring.append("5", span: .at(5, lasting: 0.1, key: false), jumps: false, at: .seconds(5.1))
        #expect(sent(&cursor, ring) == ["init", "4", "5"])
        #expect(sent(&cursor, ring).isEmpty)
        ring.add(6..<8)
        #expect(sent(&cursor, ring) == ["6", "7"])
        #expect(cursor.skips == 0)
        ring.end()
        #expect(sent(&cursor, ring) == ["end"])
    }

    @Test func `a slow viewer is moved to the newest key frame, and the missed fragments are counted`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<1)
        var cursor = ViewerCursor()
        #expect(sent(&cursor, ring) == ["init", "0"])
        ring.add(1..<4)
        #expect(sent(&cursor, ring) == ["1", "2", "3"])
        ring.add(4..<9)
        #expect(sent(&cursor, ring) == ["8"])
        #expect(cursor.skippedFragments == 4)
        #expect(cursor.skips == 1)
        // These fragments go far beyond the length of the ring.
        ring.add(9..<60)
        #expect(sent(&cursor, ring) == ["59"])
        #expect(cursor.skippedFragments == 54)
    }

    @Test func `a slow viewer stays in a group that has no later key frame`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        var cursor = ViewerCursor()
        ring.add(0..<1)
        #expect(sent(&cursor, ring) == ["init", "0"])
        for index in 10..<60 {
            ring.append("\(index)", span: .at(Double(index) / 10, lasting: 0.1, key: false), jumps: false, at: noon)
        }
        #expect(sent(&cursor, ring).count == 50)
        #expect(cursor.skips == 0)
    }

    @Test func `a restarted stream sends its new initialisation once`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<1)
        var cursor = ViewerCursor()
        #expect(sent(&cursor, ring) == ["init", "0"])
        ring.begin("again")
        #expect(sent(&cursor, ring).isEmpty)
        ring.add(0..<2, after: 1)
        #expect(sent(&cursor, ring) == ["again", "0", "1"])
        ring.append("far", span: .at(900), jumps: true, at: .seconds(5))
        #expect(sent(&cursor, ring) == ["again", "far"])
    }

    @Test func `a viewer still in the old stream is moved to the new one`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(100..<102)
        var cursor = ViewerCursor()
        #expect(sent(&cursor, ring) == ["init", "101"])
        ring.add(102..<103)
        ring.begin("again")
        ring.add(0..<4, after: 103)
        #expect(sent(&cursor, ring) == ["again", "3"])
        #expect(cursor.skippedFragments == 4)
    }

    @Test func `a viewer waits for the next key frame if the ring was emptied`() {
        var ring = FragmentRing<String>(at: noon)
        ring.begin("init")
        ring.add(0..<2)
        var cursor = ViewerCursor()
        #expect(sent(&cursor, ring) == ["init", "1"])
        ring.add(2..<4)
        ring.removeAll()
        #expect(sent(&cursor, ring).isEmpty)
        ring.begin("again")
        ring.add(0..<1, after: 9)
        #expect(sent(&cursor, ring) == ["again", "0"])
        ring.end()
        ring.removeAll()
        #expect(sent(&cursor, ring) == ["end"])
        var late = ViewerCursor()
        #expect(sent(&late, ring) == ["end"])
    }
}
