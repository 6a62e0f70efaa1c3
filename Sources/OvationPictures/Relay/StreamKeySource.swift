package import OvationMedia
package import OvationModel

/// Where the stream keys of lives are: each live has one, with which a program such as ffmpeg publishes its picture.
///
/// A key outlives the end of its live, because a team sets up its encoder once.
package protocol StreamKeySource: Sendable {
    /// The key of a live. The first call makes one and keeps it.
    ///
    /// - Throws: where what is kept cannot be read or written.
    func key(of live: LiveID) async throws -> StreamKey

    /// Makes a new key for a live and keeps it. The old key is invalid from then on.
    ///
    /// - Throws: where the new key cannot be kept.
    func reset(_ live: LiveID) async throws -> StreamKey

    /// Whether a key is that of a live. A live without a key matches none, and none is made.
    ///
    /// - Throws: where what is kept cannot be read.
    func matches(_ key: StreamKey, live: LiveID) async throws -> Bool
}
