import NIOCore
import OvationClient
import OvationMedia

/// Publishes the picture of one live at a steady rate, each fragment with the time at which it is sent.
struct MediaSource: Sendable {
    let endpoint: TransportEndpoint
    let publishing: MediaPublishConnection.Proof
    let target: LoadTarget
    let number: Int
    let bitsPerSecond: Int
    let fragmentMilliseconds: Int

    /// Publishes until the task is cancelled.
    ///
    /// - Throws: ``LoadProblem`` where the server does not let it in, or ends it.
    func run() async throws {
        let parts = MediaStamp.recording(bitsPerSecond: bitsPerSecond, milliseconds: fragmentMilliseconds)
        let socket: MediaPublishConnection
        do {
            socket = try await MediaPublishConnection.open(
                to: endpoint, live: target.room(number), proof: publishing, tls: nil)
        } catch let refusal as MediaPublishConnection.Refusal {
            throw LoadProblem("The picture was refused with HTTP \(refusal.status): \(refusal.message ?? "no reason")")
        }
        var pace = StreamPace(repetition: .continuing)
        do {
            while true {
                for part in parts {
                    for piece in pace.pieces(of: part, at: Self.now / 1_000) {
                        try await socket.wait(until: .uptimeNanoseconds(UInt64(piece.dueMicroseconds) * 1_000))
                        var bytes = piece.bytes
                        if piece.isFragment { MediaStamp.stamp(&bytes, nanoseconds: UInt64(Self.now)) }
                        try await socket.send(bytes)
                    }
                }
                pace.beginPass()
            }
        } catch let end as MediaPublishConnection.End {
            throw LoadProblem("The picture was ended with \(end.code): \(end.reason)")
        } catch {
            await socket.finish()
            throw error
        }
    }

    private static var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds) }
}
