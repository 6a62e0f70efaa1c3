import OvationMediaSamples

/// Streams that several suites use.
enum SampleStreams {
    /// The beginning of a stream of a width.
    static func initialisation(width: Int) -> [UInt8] { SampleStream([.h264(width: width), .opus()]).initialisation() }
}
