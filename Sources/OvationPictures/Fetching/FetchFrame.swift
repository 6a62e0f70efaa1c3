import Foundation
import NIOCore
import OvationMedia
import OvationModel
import OvationSupport
import OvationWire

/// What a server sends of a picture to another one, a frame each.
///
/// A frame is the length of what follows (4 bytes), the length of its head (4), the head as JSON, the bytes of a picture where it has some,
/// and what proves it (16). Numbers have the highest byte first. A head of a kind that is not known is passed over, so that a later version
/// may say more.
enum FetchFrame: Sendable {
    /// An initialisation segment, for the next state.
    case initialisation(number: Int64, MediaInfo, MediaPayload)
    /// A fragment, for the next state.
    case fragment(FetchedSpan, MediaPayload)
    /// A cover; without bytes where there is none any more.
    case cover(CoverFields, [UInt8])
    /// How the picture is, with all that came before.
    case state(FetchedState)
    /// Of a later version.
    case unknown

    /// A fragment without its bytes.
    struct FetchedSpan: Sendable, Hashable, Codable {
        let number: Int64
        let initialisation: Int64
        let startMicroseconds: Int64
        let durationMicroseconds: Int64
        let beginsWithKeyFrame: Bool
        let standsAlone: Bool
    }

    /// A cover without its bytes.
    struct CoverFields: Sendable, Hashable, Codable {
        let type: String
        let version: Int64
    }

    /// What the picture is, who may watch it, and what of its playlist is new.
    struct FetchedState: Sendable, Codable {
        let head: FragmentRing<MediaPayload>.Head
        let segments: [FragmentRing<MediaPayload>.Segment]
        let state: String
        let since: Timestamp
        let info: MediaInfo?
        let isPublic: Bool
        let removals: PlayGate.Removals
    }

    /// There is no cover any more.
    static var noCover: FetchFrame { .cover(CoverFields(type: "", version: 0), []) }

    /// The head of a frame as JSON.
    private struct Head: Codable {
        var kind: String
        var number: Int64?
        var info: MediaInfo?
        var span: FetchedSpan?
        var cover: CoverFields?
        var state: FetchedState?
    }

    /// Bytes of a head at most: a state with as many removed users and fragments as there may be.
    private static func headBytesMax(_ limits: MediaLimits) -> Int {
        512 * 1_024 + 100 * limits.removedWatchersMax + 256 * limits.ringFragmentsMax
    }

    /// The longest frame that is believed.
    static func bytesMax(_ limits: MediaLimits) -> Int {
        headBytesMax(limits) + max(limits.fragmentBytesMax, limits.initialisationBytesMax, limits.coverBytesMax)
            + FetchProof.tagBytes + 4
    }
}

/// A frame that is none.
struct MalformedFetchFrame: Error, Equatable {
    /// What is wrong with it.
    let reason: FetchMetrics.End
}

// MARK: - Bytes

extension FetchFrame {
    /// Head and bytes, without lengths and proof.
    private var parts: (head: Head, bytes: [UInt8]) {
        switch self {
        case .initialisation(let number, let info, let bytes):
            (Head(kind: "initialisation", number: number, info: info), bytes.bytes)
        case .fragment(let span, let bytes): (Head(kind: "fragment", span: span), bytes.bytes)
        case .cover(let fields, let bytes): (Head(kind: "cover", cover: fields), bytes)
        case .state(let state): (Head(kind: "state", state: state), [])
        case .unknown: (Head(kind: "unknown"), [])
        }
    }

    /// The frame as it is sent.
    func bytes(number: UInt64, in ask: FetchProof.Ask, proof: FetchProof) -> ByteBuffer {
        let (head, bytes) = parts
        let json = WireJSON.bytes(head)
        var content: [UInt8] = []
        content.reserveCapacity(4 + json.count + bytes.count)
        for place in (0..<4).reversed() { content.append(UInt8(truncatingIfNeeded: json.count >> (8 * place))) }
        content += json
        content += bytes
        let tag = proof.tag(of: content, number: number, in: ask)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(4 + content.count + tag.count)
        buffer.writeInteger(UInt32(clamping: content.count + tag.count))
        buffer.writeBytes(content)
        buffer.writeBytes(tag)
        return buffer
    }

    /// Reads head and bytes of a frame whose proof holds. They may be anything all the same.
    fileprivate init(_ content: [UInt8]) throws(MalformedFetchFrame) {
        guard content.count >= 4 else { throw MalformedFetchFrame(reason: .malformed) }
        let count = content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard count <= content.count - 4,
            let head = try? WireJSON.decode(Head.self, from: Data(content[4..<4 + count]))
        else { throw MalformedFetchFrame(reason: .malformed) }
        let bytes = Array(content[(4 + count)...])
        switch (head.kind, head.number, head.info, head.span, head.cover, head.state) {
        case ("initialisation", let number?, let info?, _, _, _):
            self = .initialisation(number: number, info, MediaPayload(bytes))
        case ("fragment", _, _, let span?, _, _): self = .fragment(span, MediaPayload(bytes))
        case ("cover", _, _, _, let fields?, _): self = .cover(fields, bytes)
        case ("state", _, _, _, _, let state?): self = .state(state)
        case ("initialisation", _, _, _, _, _), ("fragment", _, _, _, _, _), ("cover", _, _, _, _, _),
            ("state", _, _, _, _, _):
            throw MalformedFetchFrame(reason: .malformed)
        default: self = .unknown
        }
    }
}

/// Reads the frames of an answer as its bytes come.
struct FetchFrameReader {
    private let ask: FetchProof.Ask
    private let proof: FetchProof
    private let bytesMax: Int
    private var buffer = ByteBuffer()
    private var number: UInt64 = 0

    /// - Parameters:
    ///   - ask: the request, which each frame is bound to.
    ///   - bytesMax: the longest frame that is taken.
    init(_ ask: FetchProof.Ask, proof: FetchProof, bytesMax: Int) {
        self.ask = ask
        self.proof = proof
        self.bytesMax = bytesMax
    }

    /// Takes what came.
    mutating func take(_ bytes: ByteBuffer) {
        var bytes = bytes
        buffer.writeBuffer(&bytes)
    }

    /// The next whole frame; nil until more comes.
    mutating func next() throws(MalformedFetchFrame) -> FetchFrame? {
        guard let length: UInt32 = buffer.getInteger(at: buffer.readerIndex) else { return nil }
        guard Int(length) <= bytesMax, Int(length) >= FetchProof.tagBytes else {
            throw MalformedFetchFrame(reason: .malformed)
        }
        guard buffer.readableBytes >= 4 + Int(length) else { return nil }
        buffer.moveReaderIndex(forwardBy: 4)
        let content = buffer.readBytes(length: Int(length) - FetchProof.tagBytes) ?? []
        let tag = buffer.readBytes(length: FetchProof.tagBytes) ?? []
        buffer.discardReadBytes()
        guard Digest.isEqual(tag, proof.tag(of: content, number: number, in: ask)) else {
            throw MalformedFetchFrame(reason: .stranger)
        }
        number += 1
        return try FetchFrame(content)
    }
}
