import OvationModel
import OvationWire

/// Decides from the seed what users, hosts and the backend do, and what goes wrong.
final class Workload {
    private let world: World
    private let timers: World.TimerSource
    private let server: any SimulatedService
    private let observations: Observations
    private var chance: Chance
    /// Topics draw from their own stream, so that worlds without topics stay as they were before topics existed.
    private var topicChance: Chance
    private var ownerChance: Chance
    private var refusalChance: Chance
    private var repeatChance: Chance
    private var flickerChance: Chance
    /// Deletes and pins draw from their own stream too.
    private var editChance: Chance
    private let hasEdits: Bool
    /// True if users lose the network again right after they get it back.
    private let isFlickering: Bool
    private let hasTopics: Bool
    private var isOver = false
    private(set) var clients: [SimulatedClient] = []
    /// The hosts. Each has a live of their own, with the same index.
    let hosts: [String]
    let lives: [String]
    let users: [String]

    static let gifts = [("Rose", 1), ("Crown", 100), ("Rocket", 5_000)].map { id, coins in
        Gift(giftID: GiftID(unchecked: id), name: id, coins: Coins(Int64(coins)) ?? .zero)
    }

    init(_ world: World, _ server: any SimulatedService, _ observations: Observations) {
        self.world = world
        self.server = server
        self.observations = observations
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "workload")
        topicChance = Chance(seed: world.seed, "workload of topics")
        hasTopics = topicChance.perMille(500)
        ownerChance = Chance(seed: world.seed, "workload of owners")
        refusalChance = Chance(seed: world.seed, "workload of refusals")
        repeatChance = Chance(seed: world.seed, "workload of repeats")
        flickerChance = Chance(seed: world.seed, "workload of flickering networks")
        isFlickering = flickerChance.perMille(300)
        editChance = Chance(seed: world.seed, "workload of deletions and pins")
        hasEdits = editChance.perMille(300)
        let hostCount = chance.number(1...3)
        hosts = (0..<hostCount).map { "host\($0)" }
        lives = (0..<hostCount).map { "live\($0)" }
        users = hosts + (0..<chance.number(2...6)).map { "viewer\($0)" }
        for (number, user) in users.enumerated() {
            clients.append(
                SimulatedClient(user, number: number, world, observations) { [unowned server] in
                    server.connect(number, user)
                })
        }
        observations.crashes = { [unowned server] in server.crashes }
        next()
    }

    /// Stops starting new things. Everything in progress is finished.
    func heal() {
        isOver = true
        for client in clients { client.heal() }
        retryCredits()
    }

    /// True if everybody has all their answers.
    var isQuiet: Bool {
        server.isUp && clients.allSatisfy(\.isQuiet) && observations.credits.allSatisfy(\.isKept)
    }

    private func next() {
        // Events mostly come in bursts. Some pauses are long enough for sessions and owners to time out.
        let delay =
            chance.perMille(15) ? chance.number(5_000...120_000) : chance.perMille(300) ? 0 : chance.number(1...400)
        world.after(nanoseconds: .milliseconds(delay), timers) { [self] in
            guard !isOver else { return }
            act()
            next()
        }
    }

    private func act() {
        let client = chance.pick(clients)
        // With a billing, more can happen during an absence, so users vanish more often.
        let vanishing = observations.biller == nil ? 590 : 550
        switch chance.below(1_000) {
        case ..<8: server.crash()
        case ..<40: client.lose()
        case ..<48: client.crash()
        case ..<54: client.logOut()
        case ..<66: client.stall()
        case ..<74: server.setClock(by: Int64(chance.number(-600_000...600_000)))
        // With the app's billing there is less to credit, and an operator handles the orders that it left open.
        case ..<110: if observations.biller != nil, chance.perMille(400) { server.reconcile {} } else { credit() }
        case ..<vanishing: useLive(client)
        case ..<600: vanish(client)
        case ..<640:
            if repeatChance.perMille(500), client.isOpen, client.repeatRefusedOrder() { return }
            client.repeatOrder()
        case ..<655: client.forge()
        case ..<770: enter(client)
        case ..<800: host()
        case ..<860: moderate()
        default: useLive(client)
        }
    }

    private func credit() {
        let number = observations.credits.count
        let credit = CreditRecord(
            reference: "credit\(number)", user: chance.pick(users), coins: Int64(chance.number(1...3_000)))
        observations.credits.append(credit)
        giveCredit(number)
        retryCredits()
    }

    private func giveCredit(_ number: Int) {
        let credit = observations.credits[number]
        server.credit(credit.user, credit.coins, reference: credit.reference) { [observations] in
            observations.credits[number].isKept = true
        }
    }

    private func retryCredits() {
        for number in observations.credits.indices where !observations.credits[number].isKept { giveCredit(number) }
        if isOver, !observations.credits.allSatisfy(\.isKept) {
            world.after(nanoseconds: .milliseconds(2_000), timers) { [self] in retryCredits() }
        }
    }

    private func enter(_ client: SimulatedClient) {
        guard client.isOpen else { return }
        if let own = hosts.firstIndex(of: client.user), !client.lives.contains(lives[own]) {
            return client.create(lives[own])
        }
        let live = chance.pick(lives)
        guard chance.perMille(150) else { return client.join(live) }
        // Owners leave their own lives less often than others, because little happens without them.
        let isOwn = hosts.firstIndex(of: client.user) == lives.firstIndex(of: live)
        if isOwn, !ownerChance.perMille(200) { client.join(live) } else { client.leave(live) }
    }

    private func useLive(_ client: SimulatedClient) {
        guard client.isOpen, !client.lives.isEmpty else { return enter(client) }
        let live = chance.pick(client.lives)
        if isFlickering, flickerChance.perMille(200) { return flicker(client, in: live) }
        // A member of a live tries to create it, and is refused.
        if refusalChance.perMille(30) { client.createInVain(live) }
        if hasEdits, editChance.perMille(60) { edit(client, in: live) }
        if hasTopics, topicChance.perMille(200) {
            return topicChance.perMille(300) ? client.listen(in: live) : client.publish(in: live)
        }
        switch chance.below(100) {
        case ..<55:
            var to: [String] = []
            if chance.perMille(200) { to = [chance.pick(users)] }
            if chance.perMille(60) { to = Array(Set(to + [hosts[0], chance.pick(users)])).sorted() }
            let dear = chance.below(20)
            let gift = Self.gifts[dear == 0 ? 2 : dear < 6 ? 1 : 0]
            client.order(gift, count: chance.pick([1, 1, 1, 2, 7, 99]), to: to, in: live)
        case ..<80: client.ask(.barrageSend(BarrageSend(text: "hello \(world.steps)")), in: live)
        case ..<92: client.ask(.likeSend(LikeSend(count: chance.number(1...9))), in: live)
        default: client.ask(.walletGet)
        }
    }

    /// A user deletes, pins or unpins one of the last messages of a live, or one that never was.
    private func edit(_ client: SimulatedClient, in live: String) {
        let seq = editChance.perMille(900) ? client.stays[live]?.messages.last : 7
        guard let seq else { return }
        switch editChance.below(4) {
        case ..<2: client.ask(.barrageDelete(BarrageDelete(seq: seq)), in: live)
        case ..<3: client.ask(.barragePin(BarragePin(seq: seq)), in: live)
        default: client.ask(.barragePin(BarragePin(seq: seq, isPinned: false)), in: live)
        }
    }

    /// A user loses the connection while others send gifts, comes back, and loses it again before reading the missed events.
    private func flicker(_ client: SimulatedClient, in live: String) {
        client.lose(isBackSoon: true)
        for other in clients where other !== client && other.isOpen && other.lives.contains(live) {
            other.order(Self.gifts[0], count: 1, to: [], in: live)
        }
        world.after(nanoseconds: .milliseconds(flickerChance.number(250...1_500)), timers) { [self] in
            if !isOver { client.lose(isBackSoon: true) }
        }
    }

    /// A user orders a gift and loses the connection. Before they come back and ask again, the situation changes: the live ends, they are
    /// removed, or gifts are disabled.
    private func vanish(_ client: SimulatedClient) {
        guard client.isOpen, let live = client.lives.first, let host = lives.firstIndex(of: live),
            clients[host] !== client
        else { return enter(client) }
        client.order(Self.gifts[0], count: 1, to: [], in: live)
        world.after(nanoseconds: .milliseconds(chance.number(1...150)), timers) { [self] in
            guard !isOver else { return }
            client.lose(isBackSoon: true)
            guard clients[host].isOpen else { return }
            let command: Command
            switch chance.below(3) {
            case 0: command = .roomEnd
            case 1: command = .audienceKick(AudienceKick(userID: UserID(unchecked: client.user)))
            default:
                var settings = RoomSettings()
                settings.isGiftEnabled = false
                command = .roomUpdate(settings)
            }
            clients[host].ask(command, in: live)
        }
    }

    private func host() {
        let number = chance.below(hosts.count)
        guard clients[number].isOpen else { return }
        clients[number].ask(.roomEnd, in: lives[number])
    }

    private func moderate() {
        let number = chance.below(hosts.count)
        guard clients[number].isOpen else { return }
        let target = UserID(unchecked: chance.pick(users))
        let command: Command
        switch chance.below(10) {
        case ..<3: command = .audienceMute(AudienceMute(userID: target, muted: chance.perMille(700)))
        case ..<6: command = .audienceKick(AudienceKick(userID: target))
        case ..<7:
            command = .audienceBan(
                AudienceBan(userID: target, banned: chance.perMille(600), seconds: Int64(chance.number(0...30))))
        case ..<8: command = .audienceAdmin(AudienceAdmin(userID: target, isAdmin: chance.perMille(600)))
        default:
            var settings = RoomSettings()
            settings.liveName = "name \(chance.below(5))"
            settings.isGiftEnabled = true
            command = .roomUpdate(settings)
        }
        clients[number].ask(command, in: lives[number])
    }
}
