import OvationModel
import OvationRules
import OvationWire

/// The lives that a live is joined with, as far as they are more than a change: letters, calls that wait for others, and what time does.
extension RoomRuntime {
    /// Has a call wait for other lives where its outcome says so. It is then answered here only where its change cannot be kept.
    func holding(_ call: RoomCall, for outcome: RoomOutcome) -> RoomCall {
        guard let ticket = outcome.coHosts?.awaited else { return call }
        awaitingCoHosts[ticket] = call
        return RoomCall(request: call.request) { result in
            guard case .failure = result else { return }
            self.awaitingCoHosts.removeValue(forKey: ticket)?.reply(result)
        }
    }

    /// Sends letters, tells the owner, and answers calls that waited.
    func follow(_ outcome: CoHostOutcome) {
        store.services.coHosts.post(outcome.letters)
        let owner = rules.room.info.liveOwner.userID
        tell(outcome.tellings.map { SeatOutcome.Telling($0, to: [owner]) })
        for answer in outcome.answers {
            guard let call = awaitingCoHosts.removeValue(forKey: answer.ticket) else { continue }
            switch answer.content {
            case .asked(let code): call.reply(.success(.coHost(.asked(CoHostAsked(code: code)))))
            case .joined(true): call.reply(.success(.done))
            case .joined(false): call.reply(.failure(Rejection(.connectionNotExist)))
            case .battle(let battle?): call.reply(.success(.coHost(.battle(BattleAsked(battle: battle)))))
            case .battle(nil): call.reply(.failure(Rejection(.noRoomsInBattleIsValid)))
            }
        }
    }

    /// A change is kept: what it has for others goes out.
    func keptCoHosts(of change: ChangeUnderWay) {
        if change.countsCoins { rules.note(.coHostsKept, at: now) }
        if let coHosts = change.coHosts { follow(coHosts) }
        guard change.countsCoins else { return }
        if rules.room.isBattleScoreFinal { ask(.tellScore) }
        scheduleTick()
    }

    /// Says again what was not answered, ends what is overdue, and tells the battle its coins.
    func carryOnWithCoHosts() {
        if rules.room.areCoHostsDue(at: now) { ask(.due) }
        if rules.room.isBattleScoreDue(at: now) { ask(.tellScore) }
    }

    /// The live is over: others hear of it, and nobody waits any more.
    func endCoHosts(_ outcome: RoomOutcome) {
        if let coHosts = outcome.coHosts { store.services.coHosts.post(coHosts.letters) }
        let calls = awaitingCoHosts.values
        awaitingCoHosts = [:]
        for call in calls { call.reply(.failure(Rejection(.roomNotFound))) }
    }

    private func ask(_ command: CoHostCommand) {
        let command = RoomCommand.coHost(command)
        perform(command, RoomCall(request: RoomRequest(actor: .server, body: .command(command))) { _ in })
    }
}

// MARK: - Questions and answers

extension RoomRequest {
    /// The link and the battle, and what the caller may know of requests.
    func coHosts(of room: Room) -> CoHostPage {
        let user = actor.user?.userID
        return CoHostPage(
            coHosts: room.coHostBoard,
            requests: room.coHostRequests(for: user, isAdministrator: actor.isAdministrator),
            battleRequest: room.battleRequest(for: user, isAdministrator: actor.isAdministrator))
    }
}
