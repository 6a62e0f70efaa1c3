import OvationHTTP
import OvationModel
import OvationPictures
import OvationRules
import OvationSupport
import OvationWire

/// Commands about seats, as the rules know them.
extension SeatCommand {
    /// How long an application or an invitation waits unless it says otherwise, in seconds.
    private static let requestSeconds = 60

    /// Makes the command of the rules; nil for a command that is about something else.
    ///
    /// - Throws: `illegalParameter`.
    init?(_ command: Command) throws(Rejection) {
        switch command {
        case .seatTake(let take):
            self = .take(
                index: Self.index(take.index), seconds: take.seconds ?? Self.requestSeconds,
                extraInfo: take.extraInfo ?? "")
        case .seatLeave: self = .leave
        case .seatMove(let move): self = .move(move.userID, to: move.index, move.policy ?? .abort)
        case .seatKick(let kick): self = .kick(kick.userID)
        case .seatLock(let lock):
            self = .lock(
                index: lock.index, seat: lock.isLocked, microphone: lock.isMicrophoneLocked, camera: lock.isCameraLocked
            )
        case .seatAllow(let allow): self = .allow(allow.userID, microphone: allow.microphone, camera: allow.camera)
        case .seatFeature(let feature): self = .feature(feature.userID, feature.isFeatured)
        case .seatDevices(let devices): self = .devices(microphone: devices.microphone, camera: devices.camera)
        case .seatInvite(let invite):
            self = .invite(
                invite.userID, index: Self.index(invite.index), seconds: invite.seconds ?? Self.requestSeconds,
                extraInfo: invite.extraInfo ?? "")
        case .seatSignal(let signal): self = .signal(to: signal.to, data: signal.data)
        case .seatCancel(let cancel): self = .cancel(cancel.userID)
        case .seatAnswer(let answer):
            switch (answer.userID, answer.inviterID) {
            case (let guest?, nil): self = .answerApplication(of: guest, isAccepted: answer.isAccepted)
            case (nil, let inviter?): self = .answerInvitation(of: inviter, isAccepted: answer.isAccepted)
            default:
                throw Rejection(.illegalParameter, "An answer has either \"userID\" or \"inviterID\".")
            }
        default: return nil
        }
    }

    /// The vendor's clients write -1 for any seat.
    private static func index(_ index: Int?) -> Int? { index == -1 ? nil : index }
}

extension RoomReply {
    /// The reply with the servers that help a user to reach others in seats, if it says that the user has one.
    ///
    /// - Parameters:
    ///   - servers: makes the list of servers with the user's login; most replies need none.
    ///   - mediaServer: says where the user sends and takes others; nil where users in seats send to each other.
    fileprivate func adding(
        _ servers: () -> [ICEServer]?, _ mediaServer: () -> SeatMediaServer?, for user: UserID, _ command: Command
    ) -> RoomReply {
        switch self {
        case .seat(var taken):
            // An answer to an application is about the guest's seat, and a move may be about somebody else's.
            let isOwn =
                switch command {
                case .seatTake: true
                case .seatMove(let move): move.userID == nil || move.userID == user
                case .seatAnswer(let answer): answer.inviterID != nil
                default: false
                }
            guard isOwn, taken.index != nil else { return self }
            (taken.iceServers, taken.mediaServer) = (servers(), mediaServer())
            return .seat(taken)
        case .seats(var page):
            guard page.seats?.seats.contains(where: { $0.user?.userID == user }) == true else { return self }
            (page.iceServers, page.mediaServer) = (servers(), mediaServer())
            return .seats(page)
        default: return self
        }
    }
}

extension Node {
    fileprivate func iceServers(for user: UserID) -> [ICEServer]? {
        configuration.ice.servers(for: user, at: services.clock.wall())
    }

    fileprivate func seatMediaServer(for user: UserID, in live: LiveID) -> SeatMediaServer? {
        services.pictures.seatTickets.map { tickets in
            SeatMediaServer(
                address: tickets.address(of: live),
                ticket: tickets.issue(for: user, in: live, at: services.clock.wall()))
        }
    }
}

extension Connection {
    /// Asks a live something about its seats. A user who has a seat is told which servers help to reach others.
    private func askSeats(_ body: RoomRequest.Body, _ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        let request = RoomRequest(actor: actor, origin: origin, body: body, client: client)
        answer(
            frame.id,
            json: { [node] (reply: RoomReply) in
                guard let user = actor.user?.userID else { return reply.json }
                return reply.adding(
                    { node.iceServers(for: user) }, { node.seatMediaServer(for: user, in: liveID) }, for: user,
                    frame.command
                ).json
            }, { room.submit(request, $0) })
    }

    /// Runs a command about seats.
    func runSeats(_ frame: CommandFrame, _ actor: RoomActor) {
        do throws(Rejection) {
            guard let command = try SeatCommand(frame.command) else { return askSeats(.seats, frame, actor) }
            guard case .signal(_, let data) = command else {
                return askSeats(.command(.seat(command)), frame, actor)
            }
            // What is too long is refused before it goes to another event loop or node.
            if data.utf8.count > node.limits.seatSignalBytesMax { throw Rejection(.seatSignalTooLong) }
            if let user = actor.user,
                let rejection = node.rates.refusal(ofSignalBy: user.userID, bytes: Self.writtenBytes(data))
            {
                throw rejection
            }
            ask(.command(.seat(command)), frame, actor)
        } catch {
            reply(id: frame.id, error: error)
        }
    }

    /// How many bytes a text has in JSON, about: a character that has to be written with a backslash has up to six.
    private static func writtenBytes(_ text: String) -> Int {
        text.utf8.reduce(0) { (sum: Int, byte: UInt8) -> Int in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
                sum + 2
            case 0..<0x20: sum + 6
            default: sum + 1
            }
        }
    }
}
