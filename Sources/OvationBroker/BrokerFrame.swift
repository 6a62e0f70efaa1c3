import OvationSupport

/// A message between nodes, as its receiver takes it: who sent it, which of theirs it is, and what it says.
package struct BrokerFrame: Equatable, Sendable {
    /// The first version. A node refuses frames of a version that it does not know.
    package static let version: UInt8 = 1
    /// How long a frame may be, in bytes: what brokers take unless they are configured otherwise.
    package static let bytesMax = 1 << 20
    /// What a frame has besides its body, in bytes.
    package static let overheadBytes = headerBytes + tagBytes

    static let headerBytes = 22
    static let tagBytes = 16

    package let sender: NodeRun
    /// Which frame of its sender it is on this subject, from 1; or which answer.
    package let number: Int64
    package let body: [UInt8]

    package init(sender: NodeRun, number: Int64, body: [UInt8]) {
        self.sender = sender
        self.number = number
        self.body = body
    }
}

/// Where a frame belongs. One that was recorded and is sent again elsewhere is refused.
package enum FramePlace: Sendable {
    /// On a subject.
    case subject(BrokerSubject)
    /// The answer to these bytes of a request.
    case answer(to: [UInt8])

    fileprivate var bytes: [UInt8] {
        switch self {
        case .subject(let subject): [0] + Array(subject.description.utf8)
        // The end of a request is its tag, which depends on all of it.
        case .answer(let request): [1] + request.suffix(BrokerFrame.tagBytes)
        }
    }
}

/// Why bytes that came over a broker are not taken.
package struct FrameRefused: Error, Equatable, CustomStringConvertible {
    /// The label under which it is counted.
    package enum Reason: String, CaseIterable, Sendable {
        /// More bytes than a broker takes.
        case tooLong = "too_long"
        /// It ends too soon.
        case cutShort = "cut_short"
        /// Something follows behind it.
        case trailingBytes = "trailing_bytes"
        /// A version that this node does not know.
        case version
        /// Its sender does not have the cluster's secret, or it was changed, or belongs elsewhere.
        case stranger
    }

    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    package var description: String { reason.rawValue }
}

/// Proves that frames come from nodes of the cluster, by its secret.
///
/// A frame is a version, the slot (2 bytes) and the incarnation (8) of the sender, a number (8), the length of the body (3), the body, and
/// the first 16 bytes of an HMAC-SHA256 over the place and all of these. It hides nothing: a way that others listen on needs TLS.
package struct FrameSeal: Sendable {
    /// How many characters the secret of a cluster has at least.
    package static let secretCharactersMin = 32

    private let key: [UInt8]
    private let bytesMax: Int

    /// - Parameters:
    ///   - secret: the same on all nodes.
    ///   - bytesMax: how long a frame may be, in bytes; a broker takes no more than a mebibyte.
    package init(secret: String, bytesMax: Int) {
        // A key of its own, so that no code made from the secret for another purpose is one of these.
        key = Digest.hmacSHA256(Array("ovation cluster frames 1".utf8), key: Array(secret.utf8))
        self.bytesMax = min(bytesMax, (1 << 24) - 1)
    }

    /// How long a body may be, in bytes.
    package var bodyBytesMax: Int { bytesMax - BrokerFrame.overheadBytes }

    /// The bytes of a frame.
    package func seal(_ frame: BrokerFrame, for place: FramePlace) throws(FrameRefused) -> [UInt8] {
        guard frame.body.count <= bodyBytesMax else { throw FrameRefused(.tooLong) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(BrokerFrame.overheadBytes + frame.body.count)
        bytes.append(BrokerFrame.version)
        bytes.append(frame.sender.slot, count: 2)
        bytes.append(frame.sender.incarnation, count: 8)
        bytes.append(frame.number, count: 8)
        bytes.append(frame.body.count, count: 3)
        bytes += frame.body
        bytes += tag(of: bytes, for: place)
        return bytes
    }

    /// Reads bytes that came over a broker. They may be anything, from anybody.
    package func open(_ bytes: [UInt8], at place: FramePlace) throws(FrameRefused) -> BrokerFrame {
        guard bytes.count <= bytesMax else { throw FrameRefused(.tooLong) }
        // Looked at first and by itself, because a later version may have another header.
        guard let version = bytes.first else { throw FrameRefused(.cutShort) }
        guard version == BrokerFrame.version else { throw FrameRefused(.version) }
        guard bytes.count >= BrokerFrame.overheadBytes else { throw FrameRefused(.cutShort) }
        let bodyBytes = Int(bytes.number(at: 19, count: 3))
        guard bytes.count >= BrokerFrame.overheadBytes + bodyBytes else { throw FrameRefused(.cutShort) }
        guard bytes.count == BrokerFrame.overheadBytes + bodyBytes else { throw FrameRefused(.trailingBytes) }
        let end = bytes.count - BrokerFrame.tagBytes
        guard Digest.isEqual(Array(bytes[end...]), tag(of: Array(bytes[..<end]), for: place)) else {
            throw FrameRefused(.stranger)
        }
        return BrokerFrame(
            sender: NodeRun(
                slot: UInt16(truncatingIfNeeded: bytes.number(at: 1, count: 2)),
                incarnation: Int64(bitPattern: bytes.number(at: 3, count: 8))),
            number: Int64(bitPattern: bytes.number(at: 11, count: 8)), body: Array(bytes[BrokerFrame.headerBytes..<end])
        )
    }

    private func tag(of bytes: [UInt8], for place: FramePlace) -> [UInt8] {
        // No place contains a zero but the first byte, so where it ends is plain; an answer's has one length.
        Array(Digest.hmacSHA256(place.bytes + [0] + bytes, key: key).prefix(BrokerFrame.tagBytes))
    }
}

extension [UInt8] {
    /// Appends the lower bytes of a number, the highest of them first.
    fileprivate mutating func append(_ number: some BinaryInteger, count: Int) {
        for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// Reads a number, the highest byte first.
    fileprivate func number(at start: Int, count: Int) -> UInt64 {
        self[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
