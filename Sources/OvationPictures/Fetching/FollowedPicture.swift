import NIOCore
import OvationMedia
import OvationModel

/// What one other server has been sent of a picture, and what comes next.
struct FollowedPicture {
    private let picture: LivePicture
    private let pictures: Pictures
    private let ask: FetchProof.Ask
    private let proof: FetchProof
    private var follower = RingFollower<MediaPayload>()
    private var frameNumber: UInt64 = 0
    private var toldRound: Int64 = 0
    private var toldCover: Int64?
    private var told: Told?
    /// Whether the live is over, and this was sent.
    private(set) var isOver = false

    /// What a state says besides the ring.
    private struct Told: Equatable {
        let status: PictureStatus
        let isPublic: Bool
    }

    init(_ picture: LivePicture, of pictures: Pictures, for ask: FetchProof.Ask, proof: FetchProof) {
        self.picture = picture
        self.pictures = pictures
        self.ask = ask
        self.proof = proof
    }

    /// The frames that are due. A state is the last of them, so that nothing is shown by halves.
    ///
    /// - Parameter isBeat: whether a state is due in any case.
    mutating func frames(isBeat: Bool) -> [FetchFrame] {
        let moment = picture.moment
        // Whether the live is over is said by its home's answer to the question where it is, not here: it may go on elsewhere.
        guard !moment.isEnded, let start = pictures.start(of: picture.live), start.session == picture.session else {
            isOver = true
            return []
        }
        let removals = pictures.addresses.gate.removals(from: picture.session, after: toldRound)
        let telling = Told(status: moment.status, isPublic: start.isPublic)
        let update = follower.update(of: moment.ring)
        let cover = newCover()
        guard isBeat || update != nil || telling != told || removals.round > toldRound || cover != nil else {
            return []
        }
        told = telling
        toldRound = removals.round
        var frames: [FetchFrame] = update.map(Self.parts) ?? []
        if let cover { frames.append(cover) }
        frames.append(
            .state(
                FetchFrame.FetchedState(
                    head: update?.head ?? moment.ring.head, segments: update?.segments ?? [],
                    state: moment.status.state.rawValue, since: moment.status.since, info: moment.status.info,
                    isPublic: start.isPublic, removals: removals)))
        return frames
    }

    /// A frame as it is sent, in the order of ``frames(isBeat:)``. Made one at a time, so that no second copy of the ring is in memory.
    mutating func bytes(of frame: FetchFrame) -> ByteBuffer {
        defer { frameNumber += 1 }
        return frame.bytes(number: frameNumber, in: ask, proof: proof)
    }

    private static func parts(of update: RingUpdate<MediaPayload>) -> [FetchFrame] {
        update.initialisations.map { .initialisation(number: $0.number, $0.info, $0.payload) }
            + update.entries.map { entry in
                let span = entry.span
                return .fragment(
                    FetchFrame.FetchedSpan(
                        number: entry.number, initialisation: entry.initialisation,
                        startMicroseconds: span.startMicroseconds, durationMicroseconds: span.durationMicroseconds,
                        beginsWithKeyFrame: span.beginsWithKeyFrame, standsAlone: span.standsAlone),
                    entry.payload)
            }
    }

    private mutating func newCover() -> FetchFrame? {
        let cover = pictures.addresses.covers[picture.session]
        guard cover?.version != toldCover else { return nil }
        toldCover = cover?.version
        // The picture was stopped meanwhile, and goes on without its cover.
        guard let cover else { return .noCover }
        return .cover(
            FetchFrame.CoverFields(type: cover.type, version: cover.version), Array(cover.content.readableBytesView))
    }
}
