import OvationMedia
import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// What a server keeps of a picture while the first state of its home is on the way.
struct FetchIntakeTests {
    private static func fragment(_ number: Int64) -> FetchFrame {
        let span = FetchFrame.FetchedSpan(
            number: number, initialisation: 0, startMicroseconds: number * 1_000, durationMicroseconds: 1_000,
            beginsWithKeyFrame: true, standsAlone: true)
        return .fragment(span, MediaPayload([1, 2, 3]))
    }

    @Test func `a home that keeps more than this server is followed, and initialisation segments without end are not`()
        async throws
    {
        let change: (inout NodeConfiguration) -> Void = { $0.media.limits.ringFragmentsMax = 4 }
        try await MediaNode.run(mode: .relay, change: change) { world in
            let pictures = world.node.services.pictures
            let start = LiveStart(session: Samples.id("s9"), isPublic: true)
            let picture = pictures.makePicture(of: Samples.id("elsewhere"), start.session, elsewhere: start).picture
            var intake = FetchIntake(picture, of: pictures)
            _ = try await intake.take(.initialisation(number: 0, MediaInfo(tracks: []), MediaPayload([1])))
            for number in 0..<50 { _ = try await intake.take(Self.fragment(Int64(number))) }
            var refusal: FetchMetrics.End?
            do {
                for number in 1..<50 {
                    _ = try await intake.take(
                        .initialisation(number: Int64(number), MediaInfo(tracks: []), MediaPayload([1])))
                }
            } catch let malformed as MalformedFetchFrame {
                refusal = malformed.reason
            }
            #expect(refusal == .malformed)
            await picture.abandon()
        }
    }

    @Test func `removals that nobody could count on from are not believed, and the server goes on counting`()
        async throws
    {
        try await MediaNode.run(mode: .relay) { world in
            let pictures = world.node.services.pictures
            let start = LiveStart(session: Samples.id("s9"), isPublic: true)
            let picture = pictures.makePicture(of: Samples.id("elsewhere"), start.session, elsewhere: start).picture
            let gate = pictures.addresses.gate
            func take(_ removals: PlayGate.Removals) async throws -> FetchMetrics.End? {
                var intake = FetchIntake(picture, of: pictures)
                let state = FetchFrame.FetchedState(
                    head: picture.moment.ring.head, segments: [], state: PictureStatus.State.live.rawValue,
                    since: world.clock.now, info: nil, isPublic: true, removals: removals)
                do {
                    _ = try await intake.take(.state(state))
                    return nil
                } catch let malformed as MalformedFetchFrame {
                    return malformed.reason
                }
            }
            let gone = PlayGate.Removals.Removed(user: Samples.id("alice"), round: .max, until: world.clock.now)
            for removals in [
                PlayGate.Removals(round: .max, firstRound: 0, removed: []),
                PlayGate.Removals(round: 1, firstRound: -1, removed: []),
                PlayGate.Removals(round: 1, firstRound: 0, removed: [gone]),
            ] {
                let end = try await take(removals)
                #expect(end == .malformed)
            }
            let end = try await take(PlayGate.Removals(round: 1 << 53, firstRound: 0, removed: []))
            #expect(end == nil)
            gate.remove(Samples.id("alice"), from: start.session, at: world.clock.now)
            #expect(gate.round(of: start.session) == (1 << 53) + 1)
            await picture.abandon()
        }
    }
}
