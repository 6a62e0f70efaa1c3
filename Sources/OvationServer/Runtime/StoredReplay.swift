import NIOCore
import OvationModel
import OvationStorage
import OvationWire

/// What a client that comes back has missed of the stored events of a live, framed: all of it, or as much as it is sent at once.
///
/// Read page by page and never more than a bound, however long the client was away.
struct StoredReplay: Sendable {
    private static let pageMax = 500

    /// The frames, in the order of their numbers.
    private(set) var frames = ByteBuffer()
    /// The number of the last event that was read; of the one before the first, where there was none yet.
    private(set) var last: Int64
    /// Whether this is as much as is sent at once, and there is more behind it.
    private(set) var isCut = false

    /// Begins behind an event.
    init(after durable: Int64) { last = durable }

    /// Reads on, up to the last event that is kept.
    ///
    /// - Parameters:
    ///   - epoch: which the frames name.
    ///   - bytesMax: stops where it holds so many and there is more.
    /// - Throws: where the storage cannot be read. What was read so far would look like all of it.
    mutating func read(
        _ storage: any Storage, of liveID: LiveID, _ session: LiveSessionID, epoch: String, bytesMax: Int
    ) async throws {
        while true {
            let page = try await storage.events(of: session, after: last, limit: Self.pageMax)
            for event in page {
                guard frames.readableBytes < bytesMax else {
                    isCut = true
                    return
                }
                last = event.durable
                // Of a newer version of this server: nobody here can be told.
                guard let name = RoomEventName(rawValue: event.name) else { continue }
                let position = EventPosition(epoch: epoch, seq: nil, durable: event.durable, at: event.at)
                Framing.appendText(
                    FrameEncoder.event(room: liveID, position: position, name: name, data: event.data), to: &frames)
            }
            if page.count < Self.pageMax { return }
        }
    }
}
