import Foundation
import SVGA
import Testing

@Suite struct BadInputTests {
    private func code(_ bytes: [UInt8], _ limits: SVGALimits = .standard) -> SVGAError.Code? {
        do throws(SVGAError) {
            _ = try SVGAMovie(decoding: bytes, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }

    private func code(message: [UInt8]) -> SVGAError.Code? { code(TestFiles.zlib(message)) }

    @Test(arguments: [[], [0x78], [0x78, 0x9C], Array("<html>".utf8), Array("PK".utf8), [0, 0, 0, 0]])
    func `a file that is not SVGA is notSVGA`(bytes: [UInt8]) {
        #expect(code(bytes) == .notSVGA)
    }

    @Test func `an oversized file is refused unread`() {
        #expect(code([UInt8](repeating: 0, count: 10 * 1_024 * 1_024 + 1)) == .fileTooLarge)
    }

    @Test func `a zlib bomb is stopped at the limit`() {
        // 64 MiB of zeros fit in less than 128 KiB.
        let block = TestFiles.zlib([UInt8](repeating: 0, count: 64 * 1_024 * 1_024))
        #expect(block.count < 128 * 1_024)
        #expect(code(block) == .inflatedTooLarge)
    }

    @Test func `a zip bomb is stopped at the limit, whether in one file or several`() {
        let zeros = [UInt8](repeating: 0, count: 24 * 1_024 * 1_024)
        #expect(code(TestFiles.zip((name: "movie.spec", bytes: zeros + zeros))) == .inflatedTooLarge)
        let spec = #"{"movie":{"viewBox":{"width":1,"height":1},"fps":20,"frames":1},"images":{"a":"a","b":"b"}}"#
        let file = TestFiles.zip(
            (name: "movie.spec", bytes: Array(spec.utf8)),
            (name: "a.png", bytes: TestFiles.png(width: 1, height: 1) + zeros),
            (name: "b.png", bytes: TestFiles.png(width: 1, height: 1) + zeros))
        #expect(code(file) == .inflatedTooLarge)
    }

    @Test func `a truncated or damaged stream is badCompression`() {
        let bytes = TestFiles.zlib(TestFiles.parameters())
        #expect(code(bytes) == nil)
        for count in 3..<bytes.count { #expect(code(Array(bytes.prefix(count))) == .badCompression) }
        var damaged = bytes
        damaged[damaged.count - 1] ^= 1
        #expect(code(damaged) == .badCompression)
    }

    @Test(arguments: [
        (width: Float(0), height: Float(1), rate: 20, frames: 1), (width: 1, height: -1, rate: 20, frames: 1),
        (width: .nan, height: 1, rate: 20, frames: 1), (width: .infinity, height: 1, rate: 20, frames: 1),
        (width: 9_000, height: 1, rate: 20, frames: 1), (width: 1, height: 1, rate: 0, frames: 1),
        (width: 1, height: 1, rate: -20, frames: 1), (width: 1, height: 1, rate: 121, frames: 1),
        (width: 1, height: 1, rate: 20, frames: 0), (width: 1, height: 1, rate: 20, frames: -1),
    ])
    func `an invalid canvas, rate or length is badParameters`(
        value: (width: Float, height: Float, rate: Int, frames: Int)
    ) {
        let message = TestFiles.parameters(
            width: value.width, height: value.height, rate: value.rate, frames: value.frames)
        #expect(code(message: message) == .badParameters)
        #expect(code(message: []) == .badParameters)
    }

    @Test func `too many frames of a movie or its sprites are refused`() {
        #expect(code(message: TestFiles.parameters(frames: 3_600)) == nil)
        #expect(code(message: TestFiles.parameters(frames: 3_601)) == .tooManyFrames)
        #expect(code(message: TestFiles.parameters(frames: Int(Int32.max))) == .tooManyFrames)
        let frame = TestFiles.field(2, [])
        let sprite = TestFiles.field(4, (0..<3_600).flatMap { _ in frame })
        #expect(code(message: TestFiles.parameters() + sprite) == nil)
        #expect(
            code(message: TestFiles.parameters() + TestFiles.field(4, (0..<3_601).flatMap { _ in frame }))
                == .tooManyFrames)
        // Empty frames cost nothing, however many there are.
        #expect(code(message: TestFiles.parameters() + (0..<56).flatMap { _ in sprite }) == nil)
        let held = (0..<3_600).flatMap { TestFiles.field(2, [0x0D, UInt8($0 & 255), UInt8($0 >> 8), 0x80, 0x3E]) }
        #expect(code(message: TestFiles.parameters() + (0..<55).flatMap { _ in TestFiles.field(4, held) }) == nil)
        #expect(
            code(message: TestFiles.parameters() + (0..<56).flatMap { _ in TestFiles.field(4, held) }) == .tooManyFrames
        )
        // Repeated frames count once.
        let same = (0..<3_600).flatMap { _ in TestFiles.field(2, [0x0D, 0, 0, 0x80, 0x3E]) }
        #expect(code(message: TestFiles.parameters() + (0..<56).flatMap { _ in TestFiles.field(4, same) }) == nil)
        let json = String(repeating: "{},", count: 3_600) + "{}"
        #expect(code(Self.spec(sprites: #"[{"frames":["# + json + "]}]")) == .tooManyFrames)
    }

    @Test func `a long effect that shows little at a time is accepted`() throws {
        // The numbers are those of a public sample: 600 frames, 338 sprites, 202,800 sprite frames, of which 14,671 are not empty.
        let movie = TestFiles.parameters(frames: 600)
        var holding = 0
        let sprites = (0..<338).flatMap { sprite in
            TestFiles.field(
                4,
                (0..<600).flatMap { frame -> [UInt8] in
                    let isSeen = frame / 43 == sprite % 14 && holding < 14_671
                    if isSeen { holding += 1 }
                    return TestFiles.field(2, isSeen ? [0x0D, UInt8(frame & 127), 0, 0x80, 0x3E] : [])
                })
        }
        #expect(holding > 14_000)
        #expect(code(message: movie + sprites) == nil)
    }

    @Test func `hidden frames between visible ones are limited by their memory`() {
        // Each sprite has two visible frames and thousands of hidden ones with positions. Few frames count, but all of them take memory.
        let seen = TestFiles.field(2, [0x0D, 0, 0, 0x80, 0x3E])
        func hidden(_ number: Int) -> [UInt8] {
            let x = [UInt8(number & 255), UInt8(number >> 8 & 255), 0x80, 0x3F]
            return TestFiles.field(2, TestFiles.field(2, [0x0D] + x + [0x15] + x + [0x1D] + x))
        }
        var limits = SVGALimits()
        limits.frameBytesMax = 100_000
        limits.spriteFramesMax = .max
        let sprite = TestFiles.field(4, seen + (0..<3_000).flatMap(hidden) + seen)
        let bytes = TestFiles.zlib(TestFiles.parameters() + (0..<8).flatMap { _ in sprite })
        do throws(SVGAError) {
            _ = try SVGAMovie(decoding: bytes, limits: limits)
            Issue.record("the file was read in spite of the limit")
        } catch {
            #expect(error.code == .tooManyFrames)
            #expect(error.excess?.limit == "frameBytesMax" && error.excess?.limitValue == 100_000)
            #expect(error.description.contains("frameBytesMax is 100000, the file has "))
        }
    }

    @Test func `a refusal gives the limit, its value and the file's value`() {
        do throws(SVGAError) {
            _ = try SVGAMovie(decoding: TestFiles.zlib(TestFiles.parameters(frames: 3_601)))
            Issue.record("the file was read in spite of the limit")
        } catch {
            #expect(error.excess == SVGAError.Excess(limit: "framesMax", limitValue: 3_600, fileValue: 3_601))
            #expect(
                "\(error)" == "The effect has more frames than it may. framesMax is 3600, the file has 3601 or more.")
        }
    }

    @Test func `sprites, shapes, names and paths have limits`() {
        let sprite = TestFiles.field(4, [])
        #expect(code(message: TestFiles.parameters() + (0..<1_001).flatMap { _ in sprite }) == .tooManySprites)
        let shapes = TestFiles.field(4, TestFiles.field(2, (0..<50_001).flatMap { _ in TestFiles.field(5, []) }))
        #expect(code(message: TestFiles.parameters() + shapes) == .tooManyShapes)
        let name = TestFiles.field(4, TestFiles.field(1, [UInt8](repeating: 0x61, count: 1_025)))
        #expect(code(message: TestFiles.parameters() + name) == .nameTooLong)
        let path = [UInt8](repeating: 0x20, count: 256 * 1_024 + 1)
        let clip = TestFiles.field(4, TestFiles.field(2, TestFiles.field(4, path)))
        #expect(code(message: TestFiles.parameters() + clip) == .pathTooLong)
        let outline = TestFiles.field(5, TestFiles.field(2, TestFiles.field(1, path)))
        #expect(code(message: TestFiles.parameters() + TestFiles.field(4, TestFiles.field(2, outline))) == .pathTooLong)
        #expect(code(Self.spec(sprites: "[" + String(repeating: "0,", count: 1_001) + "0]")) == .tooManySprites)
    }

    @Test func `a picture 30,000 pixels wide or high is refused by its header`() {
        for (width, height) in [(30_000, 1), (1, 30_000), (30_000, 30_000), (4_097, 1), (0x7FFF_FFFF, 0x7FFF_FFFF)] {
            let png = TestFiles.png(width: width, height: height)
            #expect(code(message: TestFiles.parameters() + TestFiles.image(png)) == .imageTooLarge)
        }
        let large = TestFiles.png(width: 4_096, height: 2_048)
        #expect(code(message: TestFiles.parameters() + TestFiles.image(large)) == nil)
        let two = TestFiles.image(large) + TestFiles.image(large, key: "b")
        #expect(code(message: TestFiles.parameters() + two) == .imagesTooLarge)
        // A key that appears twice counts twice, because both pictures are in memory before one replaces the other.
        #expect(
            code(message: TestFiles.parameters() + TestFiles.image(large) + TestFiles.image(large)) == .imagesTooLarge)
    }

    @Test func `an image that is not PNG is badImage`() {
        let contents: [[UInt8]] = [
            Array("GIF89a".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10],
            Array(TestFiles.png(width: 1, height: 1).prefix(32)),
            TestFiles.png(width: 0, height: 1), TestFiles.png(width: -1, height: 1),
            [UInt8](repeating: 1, count: 5_000),
        ]
        for content in contents {
            #expect(
                code(message: TestFiles.parameters() + TestFiles.image(content)) == .badImage, "\(content.prefix(8))")
        }
        #expect(code(message: TestFiles.parameters() + TestFiles.image([])) == nil)
    }

    @Test func `a missing or unreadable sound is badAudio`() {
        let audio = TestFiles.field(5, TestFiles.field(1, Array("a".utf8)))
        let sounds: [[UInt8]] = [Array("ID3".utf8), [0xFF, 0xFB, 0x90, 0], [0xFF, 0xF3, 0x40, 0xC0]]
        for sound in sounds {
            #expect(code(message: TestFiles.parameters() + TestFiles.image(sound) + audio) == nil)
        }
        #expect(code(message: TestFiles.parameters() + audio) == .badAudio)
        let png = TestFiles.image(TestFiles.png(width: 1, height: 1))
        #expect(code(message: TestFiles.parameters() + png + audio) == .badAudio)
        let many = (0..<33).flatMap { _ in audio }
        #expect(code(message: TestFiles.parameters() + TestFiles.image(sounds[0]) + many) == .audioTooLarge)
        let long = sounds[0] + [UInt8](repeating: 0, count: 4 * 1_024 * 1_024)
        #expect(code(message: TestFiles.parameters() + TestFiles.image(long)) == .audioTooLarge)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 1_000_001, .greatestFiniteMagnitude])
    func `a number that is not finite or too large is badNumber in every place`(number: Float) {
        let value = TestFiles.field(1, number)
        let shapes = [
            TestFiles.field(1, 1) + TestFiles.field(3, value), TestFiles.field(1, 2) + TestFiles.field(4, value),
            TestFiles.field(2, []) + TestFiles.field(10, TestFiles.field(1, value)),
            TestFiles.field(2, []) + TestFiles.field(10, TestFiles.field(3, number)),
            TestFiles.field(2, []) + TestFiles.field(11, value),
        ]
        let frames =
            [value, TestFiles.field(2, value), TestFiles.field(3, value)] + shapes.map { TestFiles.field(5, $0) }
        for frame in frames {
            let message = TestFiles.parameters() + TestFiles.field(4, TestFiles.field(2, frame))
            #expect(code(message: message) == .badNumber, "\(frame)")
        }
    }

    @Test func `a cycle of mattes is refused`() {
        func matte(_ key: String, by other: String) -> [UInt8] {
            TestFiles.field(4, TestFiles.field(1, Array(key.utf8)) + TestFiles.field(3, Array(other.utf8)))
        }
        let chain = matte("a.matte", by: "b.matte") + matte("b.matte", by: "c.matte")
        #expect(code(message: TestFiles.parameters() + matte("a.matte", by: "a.matte")) == .matteCycle)
        #expect(code(message: TestFiles.parameters() + chain + matte("c.matte", by: "a.matte")) == .matteCycle)
        // A chain that leads into a cycle counts as one too.
        #expect(code(message: TestFiles.parameters() + chain + matte("c.matte", by: "b.matte")) == .matteCycle)
        #expect(code(message: TestFiles.parameters() + chain + matte("c.matte", by: "")) == nil)
        let deep = chain + matte("c.matte", by: "d.matte") + matte("d.matte", by: "")
        #expect(code(message: TestFiles.parameters() + deep) == .mattesTooDeep)
        // With equal keys the last matte counts, so no cycle is left.
        #expect(
            code(message: TestFiles.parameters() + matte("a.matte", by: "a.matte") + matte("a.matte", by: "")) == nil)
    }

    @Test func `a message that ends inside a field is badMessage`() {
        let message = TestFiles.parameters() + TestFiles.field(4, TestFiles.field(1, [0x61]))
        for count in TestFiles.parameters().count + 1..<message.count {
            #expect(code(message: Array(message.prefix(count))) == .badMessage)
        }
        // A group, the number 0, an endless varint, a length beyond the end, and a string that is not UTF-8.
        for bytes: [UInt8] in [
            [0x0B, 0x0C], [0x02, 0x00], [UInt8](repeating: 0xFF, count: 11),
            [0x22, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x0A, 1, 0xFF],
        ] {
            #expect(code(message: TestFiles.parameters() + bytes) == .badMessage, "\(bytes)")
        }
    }

    private static func spec(sprites: String) -> [UInt8] {
        TestFiles.spec(
            #"{"ver":"1.1.0","movie":{"viewBox":{"width":1,"height":1},"fps":20,"frames":1},"sprites":"# + sprites + "}"
        )
    }

    @Test func `a description of 100 MB of nested JSON is refused unread`() {
        let nested = [UInt8](repeating: 0x5B, count: 100_000_000)
        #expect(code(TestFiles.zip((name: "movie.spec", bytes: nested))) == .inflatedTooLarge)
        var limits = SVGALimits.standard
        limits.inflatedBytesMax = 200_000_000
        #expect(code(TestFiles.zip((name: "movie.spec", bytes: nested)), limits) == .specTooLarge)
        #expect(code(TestFiles.zip((name: "movie.spec", bytes: Array(nested.prefix(8_000_000))))) == .specTooDeep)
        let deepText = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        #expect(code(Self.spec(sprites: deepText)) == nil)
        #expect(code(Self.spec(sprites: "[" + deepText + "]")) == .specTooDeep)
        #expect(code(Self.spec(sprites: "[\"" + String(repeating: "[", count: 99) + "\"]")) == nil)
    }

    @Test(arguments: [
        "", "{", "nul", "[1,]", "{\"a\":01}", "{\"a\":\"\u{1}\"}", "{\"sprites\":[{]}", "\u{FEFF}{}", "{\"a\":1}x",
    ])
    func `a description that is not JSON is badSpec`(text: String) {
        #expect(code(TestFiles.spec(text)) == .badSpec)
    }

    @Test func `values of an unexpected type are skipped`() throws {
        let odd = [
            #"[{"imageKey":5,"frames":{"a":[1]}}]"#,
            #"[[],{},null,"x",{"frames":[0,"1",null,{"alpha":"x","layout":[]}]}]"#,
            #"[{"frames":[{"shapes":[{"type":"star"},{"type":"shape","args":[]},7,{"styles":{"fill":[1],"lineDash":[1,2,3,4]}}]}]}]"#,
        ]
        for sprites in odd { #expect(code(Self.spec(sprites: sprites)) == nil, "\(sprites)") }
        #expect(code(Self.spec(sprites: #"[{"frames":[{"alpha":1e9}]}]"#)) == .badNumber)
        #expect(code(TestFiles.spec("[]")) == .badParameters)
        #expect(code(TestFiles.spec("{}")) == .badParameters)
    }

    @Test func `a damaged archive, an encrypted one and one with a repeated name are badZip`() throws {
        let file = TestFiles.spec("{}")
        #expect(code(file) == .badParameters)
        for count in 4..<file.count { #expect(code(Array(file.prefix(count))) == .badZip) }
        #expect(code(TestFiles.zip((name: "a", bytes: [1]), (name: "a", bytes: [2]))) == .badZip)
        #expect(code(TestFiles.zip((name: "a", bytes: [1]))) == .movieMissing)
        #expect(code(TestFiles.zip((name: "folder/movie.spec", bytes: [1]))) == .movieMissing)
        var encrypted = file
        let directory = try #require(encrypted.firstRange(of: [0x50, 0x4B, 0x01, 0x02])).lowerBound
        encrypted[directory + 8] |= 1
        #expect(code(encrypted) == .badZip)
        var otherContent = file
        otherContent[30 + 10] ^= 1
        #expect(code(otherContent) == .badZip)
    }

    @Test func `files that macOS adds to an archive and a trailing comment are skipped`() {
        let spec = #"{"movie":{"viewBox":{"width":1,"height":1},"fps":20,"frames":1}}"#
        var file = TestFiles.zip(
            (name: "__MACOSX/._movie.spec", bytes: [1]), (name: "__MACOSX/._movie.spec", bytes: [1]),
            (name: ".DS_Store", bytes: [1]), (name: "movie.spec", bytes: Array(spec.utf8)))
        #expect(code(file) == nil)
        file[file.count - 2] = 5
        file += Array("hello".utf8)
        #expect(code(file) == nil)
    }

    @Test func `an image that an archive names but lacks is badImage`() {
        let spec = #"{"movie":{"viewBox":{"width":1,"height":1},"fps":20,"frames":1},"images":{"a":"b"}}"#
        #expect(code(TestFiles.spec(spec)) == .badImage)
        let message = TestFiles.parameters() + TestFiles.image(Array("b".utf8))
        #expect(code(TestFiles.zip((name: "movie.binary", bytes: message))) == .badImage)
        let png = TestFiles.png(width: 1, height: 1)
        #expect(code(TestFiles.zip((name: "movie.binary", bytes: message), (name: "b.png", bytes: png))) == nil)
        #expect(code(TestFiles.zip((name: "movie.spec", bytes: Array(spec.utf8)), (name: "b", bytes: png))) == nil)
        #expect(
            code(TestFiles.zip((name: "movie.spec", bytes: Array(spec.utf8)), (name: "b", bytes: [1]))) == .badImage)
    }

    @Test func `every error code has its own sentence`() {
        let sentences = SVGAError.Code.allCases.map { SVGAError($0).localizedDescription }
        #expect(Set(sentences).count == SVGAError.Code.allCases.count)
        #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    }
}
