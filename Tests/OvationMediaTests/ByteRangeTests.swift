import OvationMedia
import Testing

@Suite struct ByteRangeTests {
    @Test(
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-", .part(0..<100)), ("bytes=0-0", .part(0..<1)),
            ("bytes=99-", .part(99..<100)),
            ("bytes=10-19", .part(10..<20)), ("bytes=10-999", .part(10..<100)), ("bytes=-1", .part(99..<100)),
            ("bytes=-500", .part(0..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=999999999999999999-", .unsatisfiable),
            ("", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-2", .whole),
            ("bytes=a-b", .whole), ("bytes=1-b", .whole),
            ("bytes=a-1", .whole), ("bytes= 1-2", .whole), ("bytes=+1-2", .whole), ("bytes=1-2,4-5", .whole),
            ("bytes=1-2-3", .whole), ("items=1-2", .whole),
            ("bytes=9999999999999999999-", .whole), ("bytes=0-\(String(repeating: "9", count: 80))", .whole),
        ] as [(String?, ByteRange)])
    func `a Range header selects the part it names of a hundred bytes`(_ header: String?, _ range: ByteRange) {
        #expect(ByteRange(header, byteCount: 100) == range)
    }

    @Test func `a range of an empty file is unsatisfiable`() {
        for header in ["bytes=0-", "bytes=0-5", "bytes=-5"] {
            #expect(ByteRange(header, byteCount: 0) == .unsatisfiable)
        }
        #expect(ByteRange(nil, byteCount: 0) == .whole)
    }
}
