import OvationModel

/// What one connection is sent of a batch when it reads more slowly than the room talks.
///
/// A counter, never a queue: while the socket takes nothing more, barrage and everything below it is left out, gifts and
/// control are still handed over, and beyond the bound of bytes or of time the connection is closed so that it comes back and
/// resumes. The room does not wait and its memory does not grow.
struct OutboundLanes {
    /// What to do with a batch.
    enum Decision: Equatable {
        /// Write all of it.
        case writeAll
        /// Write its gifts and control only.
        case writeEssential
        /// Write nothing of it.
        case skip
        /// Close the connection with the reconnectable code.
        case close
    }

    private let pendingBytesMax: Int
    private let slowMilliseconds: Int64
    /// Bytes handed over since the socket stopped taking any.
    private(set) var pendingBytes = 0
    /// Since when the socket has taken nothing more; nil where it does.
    private(set) var blockedSince: Timestamp?

    /// Makes lanes with the configured bounds.
    init(limits: Limits) {
        pendingBytesMax = limits.connectionPendingBytesMax
        slowMilliseconds = Int64(limits.slowConnectionSeconds) * 1000
    }

    /// Decides about a batch.
    ///
    /// - Parameters:
    ///   - essentialBytes: how much of it is gifts and control.
    ///   - isWritable: whether the socket takes bytes.
    mutating func offer(essentialBytes: Int, isWritable: Bool, at now: Timestamp) -> Decision {
        if isWritable {
            blockedSince = nil
            pendingBytes = 0
            return .writeAll
        }
        let since = blockedSince ?? now
        blockedSince = since
        if isTooSlow(at: now) { return .close }
        guard essentialBytes > 0 else { return .skip }
        pendingBytes += essentialBytes
        return pendingBytes > pendingBytesMax ? .close : .writeEssential
    }

    /// Whether a reply of this size may still be handed over.
    mutating func offerReply(bytes: Int, isWritable: Bool, at now: Timestamp) -> Bool {
        if isWritable { return true }
        blockedSince = blockedSince ?? now
        pendingBytes += bytes
        return pendingBytes <= pendingBytesMax
    }

    /// Whether the socket has taken nothing for longer than is allowed.
    func isTooSlow(at now: Timestamp) -> Bool {
        guard slowMilliseconds > 0, let blockedSince else { return false }
        return now.milliseconds(since: blockedSince) >= slowMilliseconds
    }

    /// Notes that the socket takes bytes again.
    mutating func becameWritable() {
        blockedSince = nil
        pendingBytes = 0
    }
}
