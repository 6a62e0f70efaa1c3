import OvationMedia
import OvationModel

/// The beginning of the tests' time: 2026-11-22T16:00:00Z.
let noon = Timestamp(milliseconds: 1_795_363_200_000)

extension Timestamp {
    /// Seconds after the beginning of the tests' time.
    static func seconds(_ seconds: Double) -> Timestamp { noon.adding(milliseconds: Int64(seconds * 1_000)) }
}

extension MediaInfo {
    /// A picture of a width.
    static func sample(width: Int = 160) -> MediaInfo {
        guard case .initialisation(let segment) = Outcome(SampleStreams.initialisation(width: width)).parts.first else {
            preconditionFailure("The sample is no stream.")
        }
        return segment.info
    }
}

extension FragmentSpan {
    /// A fragment of a time and a size.
    static func at(_ seconds: Double, lasting length: Double = 1, key: Bool = true, bytes: Int = 1_000) -> FragmentSpan
    {
        FragmentSpan(
            startMicroseconds: Int64(seconds * 1_000_000), durationMicroseconds: Int64(length * 1_000_000),
            beginsWithKeyFrame: key, byteCount: bytes)
    }
}

extension FragmentRing<String> {
    /// Begins a stream that is named, with an initialisation segment of 100 bytes.
    mutating func begin(_ name: String) { begin(name, byteCount: 100, info: .sample()) }

    /// Adds fragments of a second each, with a key frame, whose bytes are 1,000.
    mutating func add(_ range: Range<Int>, bytes: Int = 1_000, after offset: Double = 0) {
        for second in range {
            append(
                "\(second)", span: .at(Double(second), bytes: bytes), jumps: false,
                at: .seconds(Double(second) + 1 + offset))
        }
    }

    /// The bytes of the fragments that are kept.
    var payloads: [String] { entryNumbers.compactMap { entry($0)?.payload } }
}
