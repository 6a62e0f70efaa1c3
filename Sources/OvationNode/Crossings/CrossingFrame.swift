import OvationObservability
import SwiftProtobuf

/// What crosses, by its outermost form.
enum CrossingKind: UInt8, CaseIterable, Sendable {
    /// A ``RoomRequest``, to a home.
    case request = 1
    /// What a home answers it.
    case answer = 2
    /// A ``RoomNotice``, to a home.
    case notice = 3
    /// An ``EdgeMessage``, to an edge.
    case edgeMessage = 4
}

/// Bytes that crossed are refused, or a value is too long to cross.
struct CrossingRefused: Error, Equatable, CustomStringConvertible {
    /// Why. It is the label under which it is counted.
    typealias Reason = ServerMetrics.CrossingFault

    /// What was expected, or was to be sent.
    let kind: CrossingKind
    let reason: Reason
    /// Which part, for the operator. Never a value.
    var detail = ""

    var description: String { "\(kind): \(reason.rawValue)\(detail.isEmpty ? "" : " (\(detail))")" }
}

/// A part of a message is refused. Its reader adds the kind; see ``CrossingRefused``.
struct CrossingFault: Error, Equatable {
    let reason: CrossingRefused.Reason
    let detail: String

    /// An id, a number, a text or a missing part that has no meaning.
    static func badValue(_ detail: String) -> CrossingFault { CrossingFault(reason: .badValue, detail: detail) }

    /// A case that this version does not know, or none.
    static func unknownCase(_ detail: String) -> CrossingFault { CrossingFault(reason: .unknownCase, detail: detail) }
}

/// A value that can cross.
///
/// The bytes are a version, a kind and a length, then the form, which is a message of `Crossings.proto`. The length tells bytes that were
/// cut short or followed by others: protobuf by itself takes many of these for a shorter or another message.
protocol CrossingValue {
    /// A message of `Crossings.proto`.
    associatedtype Form: SwiftProtobuf.Message

    /// Which of the outermost messages it is.
    static var crossingKind: CrossingKind { get }

    /// The value in the form in which it crosses. The same value always has the same form.
    var form: Form { get }

    /// Reads the form.
    ///
    /// - Throws: where something in it has no meaning here. It may come from a node of another version.
    init(_ form: Form) throws(CrossingFault)
}

/// The outermost form of what crosses.
enum CrossingFrame {
    /// The version that is written, and the only one that is read.
    static let version: UInt8 = 1
    /// Version, kind, and the length of what follows in four bytes.
    static let headerBytes = 6
}

extension CrossingValue {
    /// The value as bytes.
    ///
    /// - Throws: where they are more than `bytesMax`.
    func crossing(bytesMax: Int) throws(CrossingRefused) -> [UInt8] {
        func refused(_ reason: CrossingRefused.Reason) -> CrossingRefused {
            CrossingRefused(kind: Self.crossingKind, reason: reason)
        }
        let body: [UInt8]
        do { body = try form.serializedBytes() } catch { throw refused(.malformed) }
        guard body.count <= bytesMax - CrossingFrame.headerBytes, let length = UInt32(exactly: body.count) else {
            throw refused(.tooLong)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(CrossingFrame.headerBytes + body.count)
        bytes.append(CrossingFrame.version)
        bytes.append(Self.crossingKind.rawValue)
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
        bytes += body
        return bytes
    }

    /// Reads bytes that crossed. They may be anything.
    init(crossing bytes: [UInt8], bytesMax: Int) throws(CrossingRefused) {
        func refused(_ reason: CrossingRefused.Reason, _ detail: String = "") -> CrossingRefused {
            CrossingRefused(kind: Self.crossingKind, reason: reason, detail: detail)
        }
        guard bytes.count <= bytesMax else { throw refused(.tooLong) }
        // Looked at first and by itself, because a later version may have another header.
        guard let version = bytes.first else { throw refused(.cutShort) }
        guard version == CrossingFrame.version else { throw refused(.version, "\(version)") }
        guard bytes.count >= CrossingFrame.headerBytes else { throw refused(.cutShort) }
        guard let kind = CrossingKind(rawValue: bytes[1]) else { throw refused(.unknownKind, "\(bytes[1])") }
        guard kind == Self.crossingKind else { throw refused(.otherKind, "\(kind)") }
        let length = bytes[2..<CrossingFrame.headerBytes].reduce(0) { $0 << 8 | Int($1) }
        let body = bytes[CrossingFrame.headerBytes...]
        guard body.count >= length else { throw refused(.cutShort) }
        guard body.count == length else { throw refused(.trailingBytes) }
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = 8
        options.discardUnknownFields = true
        let form: Form
        do { form = try Form(serializedBytes: Array(body), options: options) } catch { throw refused(.malformed) }
        do throws(CrossingFault) {
            try self.init(form)
        } catch {
            throw refused(error.reason, error.detail)
        }
    }
}
