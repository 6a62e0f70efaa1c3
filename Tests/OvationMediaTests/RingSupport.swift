import OvationMedia
import OvationModel

/// The start of the tests' time: 2026-11-22T16:00:00Z.
let noon = Timestamp(milliseconds: 1_795_363_200_000)

extension Timestamp {
    /// The time this many seconds after the start of the tests' time.
    static func seconds(_ seconds: Double) -> Timestamp { noon.adding(milliseconds: Int64(seconds * 1_000)) }
}

extension MediaInfo {
    /// The description of a picture with the given width.
    static func sample(width: Int = 160) -> MediaInfo {
        guard case .initialisation(let segment) = Outcome(SampleStreams.initialisation(width: width)).parts.first else {
            preconditionFailure("The sample is not a stream.")
        }
        return segment.info
    }
}

extension FragmentSpan {
    /// A fragment with the given time and size.
    static func at(_ seconds: Double, lasting length: Double = 1, key: Bool = true, bytes: Int = 1_000) -> FragmentSpan
    {
        FragmentSpan(
            startMicroseconds: Int64(seconds * 1_000_000), durationMicroseconds: Int64(length * 1_000_000),
            beginsWithKeyFrame: key, byteCount: bytes)
    }
}

extension FragmentRing<String> {
    /// Begins a stream whose payload is the name, with an initialisation segment of 100 bytes.
    mutating func begin(_ name: String) { begin(name, byteCount: 100, info: .sample()) }

    /// Adds one-second fragments with a key frame each, 1,000 bytes unless told otherwise.
    mutating func add(_ range: Range<Int>, bytes: Int = 1_000, after offset: Double = 0) {
        for second in range {
            append(
                "\(second)", span: .at(Double(second), bytes: bytes), jumps: false,
                at: .seconds(Double(second) + 1 + offset))
        }
    }

    /// The payloads of the kept fragments.
    var payloads: [String] { entryNumbers.compactMap { entry($0)?.payload } }
}
