import OvationMediaSamples

/// Streams that several suites use.
enum SampleStreams {
    /// The initialisation of a stream with the given picture width.
    static func initialisation(width: Int) -> [UInt8] { SampleStream([.h264(width: width), .opus()]).initialisation() }
}
