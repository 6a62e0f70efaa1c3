import Foundation
import OvationMediaSamples
import Testing

@testable import OvationMedia

/// A recording's file in memory.
struct RecordedFile {
    var stream: RecordingStream
    var bytes: [UInt8]

    /// Begins with the first stream of a publisher.
    init(_ published: [UInt8]) throws {
        let segment = try #require(Outcome(published).initialisations.first)
        stream = try RecordingStream(segment.bytes)
        bytes = stream.head
        try add(published)
    }

    /// Records the fragments of a publisher.
    mutating func add(_ published: [UInt8]) throws {
        for fragment in Outcome(published).fragments {
            let addition = try stream.take(fragment.bytes, span: fragment.span)
            addition.forEach { bytes.append(contentsOf: $0) }
            stream.add(addition)
        }
    }

    /// The publisher comes back.
    mutating func restart(_ published: [UInt8]) throws -> Bool {
        let segment = try #require(Outcome(published).initialisations.first)
        guard stream.beginAnew(segment.bytes) else { return false }
        try add(published)
        return true
    }

    /// The file as it is when the recording is complete.
    var finished: [UInt8] { stream.finishedHead + bytes.dropFirst(stream.finishedHead.count) }

    /// The fragments of the file, as any reader finds them.
    var fragments: [MediaFragment] { Outcome(finished, limits: .forReading).fragments }
}

@Suite struct RecordingStreamTests {
    private let sample = SampleStream()

    private func fixture(_ name: String) throws -> [UInt8] { try FixtureTests.file(name) }

    @Test(arguments: ["chromium-h264-opus.mp4", "h264-aac.mp4", "h264-opus-bframes.mp4", "chromium-voice.mp4"])
    func `what a publisher sends is one file with the same fragments and the right duration`(_ name: String) throws {
        let published = try fixture(name)
        let file = try RecordedFile(published)
        let (sent, kept) = (Outcome(published).fragments, file.fragments)
        #expect(kept.map(\.span.durationMicroseconds) == sent.map(\.span.durationMicroseconds))
        #expect(kept.map(\.sampleCount) == sent.map(\.sampleCount))
        #expect(file.bytes.count == Int(file.stream.byteCount))
        #expect(file.finished.count == file.bytes.count)
        let first = try #require(sent.first?.span.startMicroseconds)
        let last = try #require(sent.last?.span.endMicroseconds)
        // Sound may begin before its picture, and end after it.
        #expect((0...300_000).contains(file.stream.durationMicroseconds - (last - first)))
    }

    @Test func `a publisher that begins anew at 0 goes on where the recording was`() throws {
        let published = sample.bytes(fragments: 3)
        var file = try RecordedFile(published)
        #expect(try file.restart(published))
        let starts = file.fragments.map(\.span.startMicroseconds)
        #expect(starts.count == 6)
        for (index, start) in starts.enumerated() {
            #expect(abs(start - Int64(index) * 1_000_000) < 50_000, "fragment \(index) begins at \(start)")
        }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(file.stream.durationMicroseconds - 6_000_000) < 50_000)
    }

    @Test func `a recording that begins in the middle of a stream begins at 0`() throws {
        let late = (0..<2).flatMap { sample.fragment(number: $0 + 1, startMilliseconds: 7_200_000 + $0 * 1_000) }
        let file = try RecordedFile(sample.initialisation() + late)
        #expect(file.fragments.first.map { $0.span.startMicroseconds < 50_000 } == true)
        #expect(abs(file.stream.durationMicroseconds - 2_000_000) < 50_000)
    }

    @Test func `fragments that were left out leave no gap`() throws {
        var file = try RecordedFile(sample.bytes(fragments: 1))
        file.stream.skip()
        try file.add(sample.initialisation() + sample.fragment(number: 60, startMilliseconds: 60_000))
        #expect(abs(file.stream.durationMicroseconds - 2_000_000) < 50_000)
    }

    @Test func `samples are the publisher's, byte by byte`() throws {
        let published = sample.bytes(fragments: 2)
        func content(_ bytes: [UInt8]) -> [[UInt8]] {
            BoxTree.read(bytes[...]).filter { $0.type == "mdat" }.map(\.bytes)
        }
        let file = try RecordedFile(published)
        #expect(content(file.finished) == content(published))
    }

    @Test(arguments: ["separate-moof.mp4", "every-frame-aac.mp4"])
    func `publishers with a header for each track or frame are recorded`(_ name: String) throws {
        let file = try RecordedFile(try fixture(name))
        #expect(!file.fragments.isEmpty)
        #expect(Outcome(file.finished, limits: .forReading).failure == nil)
    }

    @Test func `another size, codec or track belongs into another file`() throws {
        var file = try RecordedFile(sample.bytes())
        let wider = SampleStream([.h264(width: 1_280), .opus()])
        #expect(try !file.restart(wider.bytes()))
        #expect(try !file.restart(SampleStream([.h264()]).bytes()))
        #expect(file.stream.beginAnew([]) == false)
        #expect(file.fragments.count == 3)
    }

    @Test func `when a stream was made is no difference`() throws {
        var file = try RecordedFile(sample.bytes())
        // Two times stand behind version and flags of the movie's header.
        let later = sample.changed("moov/mvhd", fragments: 1) { $0.content.replaceSubrange(4..<8, with: [1, 2, 3, 4]) }
        #expect(try file.restart(later))
    }

    @Test func `the head never changes its size and tells the duration so far`() throws {
        var file = try RecordedFile(sample.bytes(fragments: 1))
        let sizes = [file.stream.head.count, file.stream.finishedHead.count]
        try file.add(sample.initialisation() + sample.fragment(number: 2, startMilliseconds: 1_000))
        #expect([file.stream.head.count, file.stream.finishedHead.count] == sizes)
        let movie = try #require(BoxTree.read(file.stream.shortHead[...]).first { $0.type == "moov" })
        let header = try #require(movie.children.first { $0.type == "mvhd" })
        let milliseconds = header.content[16..<20].reduce(0) { $0 << 8 | Int($1) }
        #expect((1_990...2_050).contains(milliseconds), "\(milliseconds)")
    }

    @Test func `a file that was cut off anywhere is whole up to the fragment before`() throws {
        let file = try RecordedFile(sample.bytes(fragments: 4))
        let firstAt = file.stream.head.count
        let cuts = stride(from: firstAt - 5, through: file.bytes.count, by: 997).map { $0 } + [file.bytes.count]
        for cut in cuts {
            var reader = RecordingFileReader()
            var rest = file.bytes.prefix(cut)
            while !rest.isEmpty, reader.read(rest.prefix(4_096)) { rest = rest.dropFirst(4_096) }
            reader.finish()
            let found = try #require(reader.stream, "cut at \(cut)")
            #expect(found.byteCount <= Int64(max(cut, firstAt)))
            let again = found.finishedHead + file.bytes.prefix(Int(found.byteCount)).dropFirst(firstAt)
            #expect(Outcome(again, limits: .forReading).failure == nil)
            #expect(Outcome(again, limits: .forReading).fragments.count == found.fragmentCount)
            if cut == file.bytes.count {
                #expect(found.fragmentCount == 4)
                #expect(abs(found.durationMicroseconds - file.stream.durationMicroseconds) < 50_000)
            }
        }
    }

    @Test(arguments: [0, 1, 40, 300, 900])
    func `a file that was damaged is used up to the damage`(_ place: Int) throws {
        var file = try RecordedFile(sample.bytes(fragments: 3))
        file.bytes.replaceSubrange(place..<(place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
        var reader = RecordingFileReader()
        _ = reader.read(file.bytes[...])
        reader.finish()
        #expect((reader.stream?.fragmentCount ?? 0) <= 3)
    }
}

@Suite struct RecordingIndexTests {
    @Test func `an index takes the same room however many places it has`() {
        var index = RecordingIndex()
        #expect(index.bytes(track: 1, timescale: 1_000, endMicroseconds: 0).count == RecordingIndex.byteCount)
        for number in 0..<10_000 {
            index.add(startMicroseconds: Int64(number) * 1_000_000, byteCount: 10, isKey: true, standsAlone: true)
        }
        #expect((1...RecordingIndex.placesMax).contains(index.count))
        let bytes = index.bytes(track: 1, timescale: 1_000, endMicroseconds: 10_000 * 1_000_000)
        #expect(bytes.count == RecordingIndex.byteCount)
        let boxes = BoxTree.read(bytes[...])
        #expect(boxes.map(\.type) == ["sidx", "free"])
        let (size, duration) = sums(boxes[0].content)
        #expect(size == 100_000)
        #expect(duration == 10_000 * 1_000)
    }

    @Test func `what is no key frame belongs to the place before`() {
        var index = RecordingIndex()
        for number in 0..<100 {
            index.add(
                startMicroseconds: Int64(number) * 40_000, byteCount: 1, isKey: number % 25 == 0, standsAlone: true)
        }
        #expect(index.count == 4)
        #expect(
            sums(BoxTree.read(index.bytes(track: 1, timescale: 1_000, endMicroseconds: 4_000_000)[...])[0].content) == (
                100, 4_000
            ))
    }

    /// The bytes and the microseconds of all places.
    private func sums(_ body: [UInt8]) -> (size: Int, duration: Int) {
        func number(_ place: Int) -> Int { body[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let count = number(28)
        return (0..<count).reduce((0, 0)) { sum, index in
            (sum.0 + number(32 + index * 12), sum.1 + number(36 + index * 12))
        }
    }
}
