import Foundation
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationPictures

extension Benchmarks {
    /// A second of a picture of 4 Mbit/s.
    private static let pictureBytes = 500_000
    private static let fragmentCount = 60

    private static let stream: SampleStream = {
        var picture = SampleTrack.h264(width: 1_280, height: 720)
        picture.sampleBytes = pictureBytes / 10
        return SampleStream([picture, .opus()])
    }()
    private static let fragments = (0..<fragmentCount).map {
        stream.fragment(number: $0 + 1, startMilliseconds: $0 * 1_000)
    }

    /// A minute of a live, from the publisher's bytes to a file on the disk.
    private static let recordingMinute = Benchmark(
        "recordings/record a second of 4 Mbit/s, a minute and a sync",
        against: Benchmark.Reference(name: "the same bytes written to a file", sample: { try copiedMinute() })
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = fragments
        let initialisation = Self.stream.initialisation()
        let nanoseconds = try Benchmark.elapsed {
            var stream = try RecordingStream(initialisation)
            let file = try DiskRecordingFolder(folder.path).make(RecordingID(unchecked: "minute"))
            defer { file.close() }
            try stream.head.withUnsafeBytes { try file.write($0, at: 0) }
            for (second, fragment) in bytes.enumerated() {
                let span = FragmentSpan(
                    startMicroseconds: Int64(second) * 1_000_000, durationMicroseconds: 1_000_000,
                    beginsWithKeyFrame: true, byteCount: fragment.count)
                let addition = try stream.take(fragment, span: span)
                var end = stream.byteCount
                try addition.forEach { part in
                    try file.write(part, at: end)
                    end += Int64(part.count)
                }
                stream.add(addition)
            }
            try stream.finishedHead.withUnsafeBytes { try file.write($0, at: 0) }
            try file.synchronize()
        }
        return Benchmark.Sample(operations: bytes.count, nanoseconds: nanoseconds)
    }

    private static func copiedMinute() throws -> Benchmark.Sample {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-bench-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = fragments
        let nanoseconds = try Benchmark.elapsed {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw BenchmarkProblem(description: "the file \(path) cannot be made") }
            defer { close(descriptor) }
            for fragment in bytes {
                guard fragment.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == fragment.count else {
                    throw BenchmarkProblem(description: "the file \(path) cannot be written")
                }
            }
            guard fsync(descriptor) == 0 else { throw BenchmarkProblem(description: "\(path) does not reach the disk") }
        }
        return Benchmark.Sample(operations: bytes.count, nanoseconds: nanoseconds)
    }

    static let recordings = [recordingMinute]
}
