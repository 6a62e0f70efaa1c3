public import OvationModel

/// Where a letter between lives, links and battles goes to, or comes from.
public enum CoHostAddress: Hashable, Codable, Sendable {
    /// A live that is on.
    case live(LiveID)
    /// A link of lives.
    case link(CoHostLinkID)
    /// A battle.
    case battle(BattleID)
}

/// A step of the protocol between lives, links and battles, on its way. See `docs/decisions/cohosts.md`, which numbers them.
///
/// A letter may be lost, come twice, and overtake others. Who waits for something sends it again, so each end does a step once however
/// often it comes.
public struct CoHostLetter: Hashable, Codable, Sendable {
    /// Who sends it.
    public var from: CoHostAddress
    /// Who gets it.
    public var to: CoHostAddress
    /// What it says.
    public var step: CoHostStep

    /// Makes a letter.
    public init(from: CoHostAddress, to: CoHostAddress, _ step: CoHostStep) {
        self.from = from
        self.to = to
        self.step = step
    }

    /// The answer where nobody lives at the address: the live is over, or the link or battle is dissolved. Nil for what needs no answer.
    public var returned: CoHostLetter? {
        if case .gone = step { return nil }
        return CoHostLetter(from: to, to: from, .gone(ticket: step.ticket))
    }
}

/// What lives, links and battles say to each other.
public enum CoHostStep: Hashable, Codable, Sendable {
    /// 1, live to live: be joined with us. Said again until 2 comes.
    case invite(CoHostRequest, link: CoHostLinkID?)
    /// 2, back: the host is asked, or why not.
    case invited(CoHostTicket, CoHostCode, by: CoHost)
    /// 3, live to live: the request is taken back, or its time is over.
    case withdrawn(CoHostTicket, CoHostRequestOutcome)
    /// 4, back: the host said yes. Said again until 6 or 9 comes.
    case accepted(CoHostTicket, by: CoHost)
    /// 5, back: the host said no.
    case rejected(CoHostTicket)
    /// 6, live to live: there is no such request any more, or it came to nothing.
    case closed(CoHostTicket)
    /// 7, live to link: take these in. Makes the link where there is none. Said again until 8 or 9 comes.
    case join(founder: CoHostPlace, joining: CoHostPlace, templateID: Int)
    /// 8, link to live: the link has no place for who joins by this ticket.
    case full(CoHostTicket)
    /// 9, link to live: the link is so. Said again until 12 or 13 comes.
    case link(CoHostLink, ticket: CoHostTicket)
    /// 10, live to battle: begin so. Makes the battle. Said again until 14 comes.
    case open(Battle, ticket: CoHostTicket)
    /// 11, battle to live: take part in this battle, or ask your host. Said again until 15 or 13 comes.
    case summon(Battle, ticket: CoHostTicket)
    /// 12, live to link: it is known up to this version.
    case known(CoHostTicket, version: Int64)
    /// 13, live to link or battle: we are not in you by this ticket, or no more. With the coins of a battle.
    case absent(CoHostTicket, coins: Int64?)
    /// 14, battle to live: the battle is so. Said again until 16 or 13 comes.
    case battle(Battle, ticket: CoHostTicket)
    /// 15, live to battle: the host is asked or we take part, or why not.
    case summoned(CoHostTicket, BattleCode, by: CoHost)
    /// 16, live to battle: it is known up to this version, and so many coins were given here. Final coins do not change any more.
    case scored(CoHostTicket, version: Int64, coins: Int64, isFinal: Bool)
    /// 17, live to battle: the host said yes. Said again until the battle says so.
    case joinBattle(CoHostTicket)
    /// 18, live to battle: these are not asked any more. Said again until the battle says so.
    case uninvite(CoHostTicket, [LiveID])
    /// 19, battle to live: the scores are these. Nobody says that it came; a later number is newer.
    case scores([BattleSide], number: Int64, ticket: CoHostTicket)
    /// 20: nobody lives at the address that a letter about this ticket went to.
    case gone(ticket: CoHostTicket?)

    /// What it is about.
    var ticket: CoHostTicket? {
        switch self {
        case .invite(let request, _): request.ticket
        case .invited(let ticket, _, _), .withdrawn(let ticket, _), .accepted(let ticket, _), .rejected(let ticket),
            .closed(let ticket), .full(let ticket), .link(_, let ticket), .open(_, let ticket), .summon(_, let ticket),
            .known(let ticket, _), .absent(let ticket, _), .battle(_, let ticket), .summoned(let ticket, _, _),
            .scored(let ticket, _, _, _), .joinBattle(let ticket), .uninvite(let ticket, _), .scores(_, _, let ticket):
            ticket
        case .join(let founder, _, _): founder.ticket
        case .gone(let ticket): ticket
        }
    }
}

/// A place of a live in a link or a battle.
public struct CoHostPlace: Hashable, Codable, Sendable {
    /// The live and its owner.
    public var host: CoHost
    /// By which ticket it came in.
    public var ticket: CoHostTicket

    /// Makes a place.
    public init(host: CoHost, ticket: CoHostTicket) {
        self.host = host
        self.ticket = ticket
    }
}
