import OvationMedia
package import OvationModel
import OvationSupport

/// Signed addresses of recordings: `/v1/recordings/<id>.mp4?t=<Unix time>.<64 hexadecimal digits>`.
///
/// One is enough to play the recording until its time. It outlives the server: its key follows from the app's secret.
package struct RecordingAddress: Sendable {
    private let key: [UInt8]
    private let seconds: Int64

    /// The beginning of every path.
    static let root = "/v1/recordings/"

    /// - Parameters:
    ///   - secret: The app's secret.
    ///   - seconds: How long an address holds.
    init(secret: String, seconds: Int) {
        key = Digest.hmacSHA256(Array("ovation recordings 1".utf8), key: Array(secret.utf8))
        self.seconds = Int64(seconds)
    }

    /// An address that holds from now on, and the Unix time at which it ends. Those of one minute are the same, so that a cache knows them.
    package func address(of id: RecordingID, at now: Timestamp) -> (path: String, expirySeconds: Int64) {
        let expiry = (now.seconds + seconds + 59) / 60 * 60
        return ("\(Self.root)\(id).mp4?t=\(expiry).\(code(id, expiry))", expiry)
    }

    /// Whether a signature lets its owner play a recording.
    func holds(_ signature: String?, for id: RecordingID, at now: Timestamp) -> Bool {
        guard let parts = signature?.split(separator: ".", maxSplits: 1), parts.count == 2, parts[0].utf8.count <= 12,
            let expiry = Int64(parts[0])
        else { return false }
        let isOurs = SecretComparison.areEqual(Array(parts[1].utf8), Array(code(id, expiry).utf8))
        return isOurs && now.seconds < expiry
    }

    private func code(_ id: RecordingID, _ expiry: Int64) -> String {
        Digest.hexadecimal(Digest.hmacSHA256(Array("ovation recording 1\n\(id)\n\(expiry)".utf8), key: key))
    }
}
