import Foundation
import NIOCore
import OvationMedia
import OvationModel
import OvationSupport
import OvationTestKit
import Synchronization
import Testing

@testable import OvationPictures

/// What one server sends another one of a picture, and who is believed.
struct FetchFrameTests {
    private static let live: LiveID = Samples.id("a live; with .dots")
    private static let session: LiveSessionID = Samples.id("s1")
    private static let home = FetchingServer(slot: 9, incarnation: 4)
    private let proof = FetchProof(secret: "the secret of a cluster, long enough")
    private let ask = FetchProof.Ask(
        live: live, session: session, server: FetchingServer(slot: 7, incarnation: 3), home: home, at: Samples.time,
        nonce: String(repeating: "0f", count: 16))

    private var span: FetchFrame.FetchedSpan {
        FetchFrame.FetchedSpan(
            number: 41, initialisation: 7, startMicroseconds: 1_000, durationMicroseconds: 2_000,
            beginsWithKeyFrame: true, standsAlone: false)
    }

    /// The frames in bytes that come in pieces of a length.
    private func read(_ bytes: ByteBuffer, inPiecesOf length: Int) throws -> [FetchFrame] {
        var reader = FetchFrameReader(ask, proof: proof, bytesMax: 1 << 20)
        var (rest, frames) = (bytes, [FetchFrame]())
        while rest.readableBytes > 0 {
            reader.take(rest.readSlice(length: min(length, rest.readableBytes)) ?? ByteBuffer())
            while let frame = try reader.next() { frames.append(frame) }
        }
        return frames
    }

    /// Why the bytes are refused.
    private func refusal(of bytes: ByteBuffer) -> FetchMetrics.End? {
        do {
            _ = try read(bytes, inPiecesOf: 64)
            return nil
        } catch {
            return (error as? MalformedFetchFrame)?.reason
        }
    }

    @Test(arguments: [1, 7, 100_000])
    func `frames are read as they were written, however their bytes come`(length: Int) throws {
        let content = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let info = MediaInfo(tracks: [])
        let frames: [FetchFrame] = [
            .initialisation(number: 7, info, MediaPayload([1, 2, 3])), .fragment(span, MediaPayload(content)),
            .cover(FetchFrame.CoverFields(type: "image/webp", version: 5), [9]), .unknown,
        ]
        var bytes = ByteBuffer()
        for (number, frame) in frames.enumerated() {
            var part = frame.bytes(number: UInt64(number), in: ask, proof: proof)
            bytes.writeBuffer(&part)
        }
        let found = try read(bytes, inPiecesOf: length)
        try #require(found.count == 4)
        guard case .initialisation(number: 7, info, let beginning) = found[0],
            case .fragment(span, let fragment) = found[1],
            case .cover(let cover, let picture) = found[2], case .unknown = found[3]
        else {
            Issue.record("\(found)")
            return
        }
        #expect(beginning.bytes == [1, 2, 3])
        #expect(fragment.bytes == content)
        #expect(cover.version == 5)
        #expect(picture == [9])
    }

    @Test func `a frame that was changed, moved, or made for another request is a stranger's`() {
        let frame = FetchFrame.fragment(span, MediaPayload([1, 2, 3]))
        let good = frame.bytes(number: 0, in: ask, proof: proof)
        #expect(refusal(of: good) == nil)
        var changed = good
        changed.setInteger(UInt8(99), at: good.readerIndex + good.readableBytes - FetchProof.tagBytes - 1)
        let other = FetchProof.Ask(
            live: ask.live, session: ask.session, server: ask.server, home: ask.home, at: ask.at,
            nonce: String(repeating: "1", count: 32))
        for bytes in [
            changed, frame.bytes(number: 1, in: ask, proof: proof), frame.bytes(number: 0, in: other, proof: proof),
            frame.bytes(number: 0, in: ask, proof: FetchProof(secret: "another secret")),
        ] {
            #expect(refusal(of: bytes) == .stranger)
        }
    }

    @Test func `a length beyond all bounds is refused before its bytes are waited for`() {
        for length in [0, 15, UInt32(1 << 20) + 1, .max] as [UInt32] {
            var bytes = ByteBuffer()
            bytes.writeInteger(length)
            #expect(refusal(of: bytes) == .malformed)
        }
    }

    @Test func `a fragment of 16 MB is read where a server takes such fragments, and elsewhere not waited for`() throws
    {
        let content = [UInt8](repeating: 7, count: 16 << 20)
        var bytes = FetchFrame.fragment(span, MediaPayload(content)).bytes(number: 0, in: ask, proof: proof)
        var small = FetchFrameReader(ask, proof: proof, bytesMax: FetchFrame.bytesMax(MediaLimits()))
        small.take(bytes.getSlice(at: bytes.readerIndex, length: 4) ?? ByteBuffer())
        #expect(throws: MalformedFetchFrame(reason: .malformed)) { _ = try small.next() }
        var limits = MediaLimits()
        limits.fragmentBytesMax = content.count
        var reader = FetchFrameReader(ask, proof: proof, bytesMax: FetchFrame.bytesMax(limits))
        var found: FetchFrame?
        while let piece = bytes.readSlice(length: min(bytes.readableBytes, 1 << 20)), piece.readableBytes > 0 {
            let isEarly = found != nil
            #expect(!isEarly)
            reader.take(piece)
            found = try reader.next()
        }
        guard case .fragment(span, let payload)? = found else {
            Issue.record("\(found.map { "\($0)" } ?? "nothing")")
            return
        }
        let isSame = payload.bytes == content
        #expect(isSame)
    }

    @Test func `a request is believed of who has the secret, for its live, its start and its server alone`() {
        let text = proof.text(of: ask)
        #expect(proof.ask(text, for: Self.live, Self.session, at: Self.home) == ask)
        #expect(proof.ask(text, for: Samples.id("another"), Self.session, at: Self.home) == nil)
        #expect(proof.ask(text, for: Self.live, Samples.id("s2"), at: Self.home) == nil)
        #expect(FetchProof(secret: "another secret").ask(text, for: Self.live, Self.session, at: Self.home) == nil)
        #expect(proof.ask(text, for: Self.live, Self.session, at: ask.server) == nil, "it was meant for another server")
        #expect(
            proof.ask(text.replacingOccurrences(of: " 7.", with: " 8."), for: Self.live, Self.session, at: Self.home)
                == nil)
        for odd in ["", "Ovation-Server", "Ovation-Server 7.3.0.x.y", String(repeating: ".", count: 200)] {
            #expect(proof.ask(odd, for: Self.live, Self.session, at: Self.home) == nil)
        }
    }

    @Test func `a request is taken once, and only while it is fresh`() {
        let asks = FetchAsks(knownMax: 2)
        #expect(asks.take(ask, at: Samples.time) == .taken)
        #expect(asks.take(ask, at: Samples.time.adding(seconds: 1)) == .repeated)
        func another(_ digit: String, _ seconds: Int64 = 0) -> FetchProof.Ask {
            FetchProof.Ask(
                live: ask.live, session: ask.session, server: ask.server, home: ask.home,
                at: ask.at.adding(seconds: seconds),
                nonce: String(repeating: digit, count: 32))
        }
        #expect(asks.take(another("1", -31), at: Samples.time) == .stale)
        #expect(asks.take(another("1", 31), at: Samples.time) == .stale)
        #expect(asks.take(another("1"), at: Samples.time) == .taken)
        #expect(asks.take(another("2"), at: Samples.time) == .stale, "what is remembered is bounded")
        // The first ones could not be used any more.
        #expect(asks.take(another("3", 31), at: Samples.time.adding(seconds: 31)) == .taken)
        #expect(asks.take(another("4", 31), at: Samples.time.adding(seconds: 31)) == .taken)
        // Nor these, by a clock that was an hour ahead and was set right.
        #expect(asks.take(another("5", -3_600), at: Samples.time.adding(seconds: -3_600)) == .taken)
        #expect(asks.take(another("5", -3_600), at: Samples.time.adding(seconds: -3_600)) == .repeated)
    }

    @Test func `who was removed at the home of a live is closed at other servers, and what comes later is not`() {
        let (home, edge) = (PlayGate(addressSeconds: 60, removedMax: 3), PlayGate(addressSeconds: 60, removedMax: 3))
        let (alice, bob): (UserID, UserID) = (Samples.id("alice"), Samples.id("bob"))
        let closed = ClosedPlayers()
        for user in [alice, bob] { _ = edge.open(Self.session, by: user) { _ in closed.note(user) } }
        home.remove(alice, from: Self.session, at: Samples.time)
        edge.follow(home.removals(from: Self.session, after: 0), from: Self.session, at: Samples.time)
        #expect(closed.users == [alice])
        #expect(edge.refuses(alice, round: 0, of: Self.session))
        #expect(!edge.refuses(alice, round: 1, of: Self.session))
        #expect(!edge.refuses(bob, round: 0, of: Self.session))
        home.removeAll(from: Self.session)
        edge.follow(home.removals(from: Self.session, after: 1), from: Self.session, at: Samples.time)
        #expect(closed.users == [alice, bob])
        #expect(edge.refuses(bob, round: 1, of: Self.session))
        // More than are remembered: all ask for new addresses.
        for number in 0..<5 {
            home.remove(Samples.id("u\(number)"), from: Self.session, at: Samples.time)
        }
        edge.follow(home.removals(from: Self.session, after: 2), from: Self.session, at: Samples.time)
        for number in 0..<5 { #expect(edge.refuses(Samples.id("u\(number)"), round: 2, of: Self.session)) }
    }

    @Test func `a home that remembers more removed users than another server overlooks none of them there`() {
        let (home, edge) = (PlayGate(addressSeconds: 60, removedMax: 9), PlayGate(addressSeconds: 60, removedMax: 3))
        let users = (0..<5).map { Samples.id("u\($0)") as UserID }
        let closed = ClosedPlayers()
        for user in users { _ = edge.open(Self.session, by: user) { _ in closed.note(user) } }
        for user in users { home.remove(user, from: Self.session, at: Samples.time) }
        edge.follow(home.removals(from: Self.session, after: 0), from: Self.session, at: Samples.time)
        #expect(Set(closed.users) == Set(users))
        for user in users { #expect(edge.refuses(user, round: 4, of: Self.session)) }
        #expect(!edge.refuses(users[4], round: 5, of: Self.session))
        // The home begins anew as well.
        home.removeAll(from: Self.session)
        for user in users { home.remove(user, from: Self.session, at: Samples.time) }
        edge.follow(home.removals(from: Self.session, after: 5), from: Self.session, at: Samples.time)
        for user in users { #expect(edge.refuses(user, round: 10, of: Self.session)) }
    }
}

/// Whose players were closed, in order.
private final class ClosedPlayers: Sendable {
    private let state = Mutex<[UserID]>([])

    var users: [UserID] { state.withLock { $0 } }

    func note(_ user: UserID) { state.withLock { $0.append(user) } }
}
