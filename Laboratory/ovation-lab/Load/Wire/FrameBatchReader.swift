import NIOCore

/// Reads batches, and recognises those that another connection has read already.
///
/// A live's viewers are sent the same bytes. Comparing them costs a hundredth of reading them, so that one core of the tool
/// can listen to more than one core of the server can say.
struct FrameBatchReader {
    /// Twice as many as the server writes to parts of a live, each of which is told something else at a time.
    private static let remembered = 16

    let mark: StampMark
    private var memory: [(bytes: ByteBuffer, batch: FrameBatch)] = []
    private var next = 0

    init(mark: StampMark) { self.mark = mark }

    /// Reads all whole frames of a buffer.
    mutating func read(_ bytes: ByteBuffer) -> FrameBatch {
        if let known = memory.first(where: { $0.bytes == bytes }) { return known.batch }
        let batch = bytes.withUnsafeReadableBytes { FrameBatch($0, mark: mark) }
        // Only what others may be sent as well is worth the place.
        guard batch.run != nil, batch.consumed == bytes.readableBytes else { return batch }
        // A copy, because the buffer is the channel's and will be used again.
        let entry = (ByteBuffer(bytes: bytes.readableBytesView), batch)
        if memory.count < Self.remembered {
            memory.append(entry)
        } else {
            memory[next] = entry
            next = (next + 1) % Self.remembered
        }
        return batch
    }
}
