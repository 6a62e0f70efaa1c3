import OvationModel
import OvationRules

/// Who may do what with other lives. The live stands alone, and nobody asks it.
extension RoomPermissionTests {
    /// A row with one code each for the owner, and for an administrator of the app in the live and outside of it. Everybody else is
    /// refused.
    private static func coHosts(
        _ name: String, _ command: CoHostCommand, owner: ErrorCode?, inside: ErrorCode? = .ownerRequired,
        backend: ErrorCode?
    ) -> Row {
        Row(
            name: name, command: .coHost(command),
            answers: [
                .notMember, .ownerRequired, .ownerRequired, .ownerRequired, .ownerRequired, owner, .notMember, inside,
                inside, backend,
            ])
    }

    /// What only the server itself, or the app's backend, asks.
    private static func inner(_ name: String, _ command: CoHostCommand, backend: ErrorCode?) -> Row {
        Row(
            name: name, command: .coHost(command),
            answers: Array(repeating: .administratorRequired, count: 9) + [backend])
    }

    static let coHostRows: [Row] = [
        coHosts(
            "ask another live for a link",
            .request(LiveID(unchecked: "other"), templateID: 600, seconds: 0, extraInfo: ""), owner: nil, backend: nil),
        coHosts(
            "take a request for a link back", .cancel(LiveID(unchecked: "other")), owner: .connectionNotExist,
            backend: .connectionNotExist),
        coHosts(
            "answer a request for a link", .answer(LiveID(unchecked: "other"), isAccepted: true),
            owner: .connectionNotExist, backend: .connectionNotExist),
        coHosts("leave the link", .exit, owner: .connectionNotExist, backend: .connectionNotExist),
        coHosts(
            "mute the host of another live", .mute(LiveID(unchecked: "other"), isMuted: true),
            owner: .connectionNotExist, backend: .connectionNotExist),
        coHosts(
            "ask for a battle",
            .battle(users: [], seconds: 0, needsResponse: true, extensionInfo: "", answerSeconds: 0),
            owner: .connectionNotExist, backend: .connectionNotExist),
        coHosts(
            "take requests for a battle back", .cancelBattle(BattleID(unchecked: "b"), users: []),
            owner: .battleNotExistOrEnded, backend: .battleNotExistOrEnded),
        coHosts(
            "answer a request for a battle", .answerBattle(BattleID(unchecked: "b"), isAccepted: true),
            owner: .battleNotExistOrEnded, backend: .battleNotExistOrEnded),
        coHosts(
            "leave a battle", .exitBattle(BattleID(unchecked: "b")), owner: .roomNotInBattle,
            backend: .roomNotInBattle),
        inner(
            "have lives begin a battle",
            .createBattle(with: [LiveID(unchecked: "other")], seconds: 0, extensionInfo: ""), backend: nil),
    ]
}
