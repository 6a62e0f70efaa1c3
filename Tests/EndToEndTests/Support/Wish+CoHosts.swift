import OvationModel
import OvationWire

extension EventKind where Content == CoHostChanged {
    static var coHostChanged: Self { inLive { if case .coHostChanged(let changed) = $0 { changed } else { nil } } }
}

extension EventKind where Content == CoHostRequest {
    static var coHostRequested: Self { inLive { if case .coHostRequested(let request) = $0 { request } else { nil } } }
}

extension EventKind where Content == CoHostRequestEnded {
    static var coHostRequestEnded: Self {
        inLive { if case .coHostRequestEnded(let ended) = $0 { ended } else { nil } }
    }
}

extension EventKind where Content == BattleChanged {
    static var battleChanged: Self { inLive { if case .battleChanged(let changed) = $0 { changed } else { nil } } }
}

extension EventKind where Content == BattleScored {
    static var battleScored: Self { inLive { if case .battleScored(let scored) = $0 { scored } else { nil } } }
}

extension EventKind where Content == BattleRequested {
    static var battleRequested: Self { inLive { if case .battleRequested(let asked) = $0 { asked } else { nil } } }
}

extension Wish where Answer == CoHostPage {
    static var coHosts: Self { Self(.coHostList) }
}

extension Wish where Answer == CoHostAsked {
    static func requestLink(_ live: String, seconds: Int? = nil, extraInfo: String? = nil) -> Self {
        Self(.coHostRequest(CoHostAsk(liveID: LiveID(unchecked: live), seconds: seconds, extraInfo: extraInfo)))
    }
}

extension Wish where Answer == BattleAsked {
    static func requestBattle(_ user: String, seconds: Int? = nil, needsResponse: Bool? = nil) -> Self {
        Self(
            .battleRequest(
                BattleAsk(users: [UserID(unchecked: user)], seconds: seconds, needsResponse: needsResponse)))
    }
}

extension Wish where Answer == Empty {
    static func answerLink(_ live: String, isAccepted: Bool = true) -> Self {
        Self(.coHostAnswer(CoHostAnswer(liveID: LiveID(unchecked: live), isAccepted: isAccepted)))
    }

    static var exitLink: Self { Self(.coHostExit) }

    static func muteHost(of live: String, _ isMuted: Bool = true) -> Self {
        Self(.coHostMute(CoHostMute(liveID: LiveID(unchecked: live), isMuted: isMuted)))
    }

    static func answerBattle(_ battle: BattleID, isAccepted: Bool = true) -> Self {
        Self(.battleAnswer(BattleAnswer(battleID: battle, isAccepted: isAccepted)))
    }

    static func exitBattle(_ battle: BattleID) -> Self { Self(.battleExit(BattleExit(battleID: battle))) }
}
