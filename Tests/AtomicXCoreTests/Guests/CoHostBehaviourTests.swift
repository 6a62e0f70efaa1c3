import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// What the stores of connections and battles do with what the server says: the rows of the vendor's behaviour, one test each.
@Suite(.timeLimit(.minutes(5))) struct CoHostBehaviourTests {
    private func ask(_ stage: CoHostStage, _ completion: CompletionClosure?) {
        stage.coHost.requestHostConnection(
            targetHost: "live_2", layoutTemplate: .hostDynamic1v6, timeout: 10, extraInfo: "hi", completion: completion)
    }

    @Test func `who is asked is an invitee before the server answers, with the live's id alone`() async throws {
        let stage = try await CoHostStage()
        stage.world.server.on("cohost.request", ok: CoHostAsked(code: .success))
        #expect(await stage.code { ask(stage, $0) } == 0)
        #expect(stage.coHost.state.value.invitees == [SeatUserInfo(liveID: "live_2")])
        guard case .coHostRequest(let sent)? = stage.world.server.commands("cohost.request").first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(sent == CoHostAsk(liveID: LiveID(unchecked: "live_2"), templateID: 601, seconds: 10, extraInfo: "hi"))
        try await stage.send(.coHostRequested(CoHostStage.request(from: CoHostStage.here, to: CoHostStage.there)))
        #expect(stage.coHost.state.value.invitees.map(\.userID) == ["other"], "then the server says who it is")
        #expect(stage.log.lines.isEmpty)
    }

    @Test func `a live that cannot be asked leaves the invitees, and the code is the connection's`() async throws {
        let stage = try await CoHostStage()
        stage.world.server.on("cohost.request", ok: CoHostAsked(code: .linkedElsewhere))
        #expect(await stage.code { ask(stage, $0) } == 3)
        #expect(stage.coHost.state.value.invitees.isEmpty)
        stage.world.server.on("cohost.request", error: Rejection(.creatingConnectionTooFrequent))
        #expect(await stage.code { ask(stage, $0) } == 100_405)
        #expect(stage.coHost.state.value.invitees.isEmpty)
    }

    @Test func `the answers of the other host come after the state`() async throws {
        let stage = try await CoHostStage()
        stage.world.server.on("cohost.request", ok: CoHostAsked(code: .success))
        let request = CoHostStage.request(from: CoHostStage.here, to: CoHostStage.there)
        for outcome in [CoHostRequestOutcome.accepted, .rejected, .timedOut] {
            #expect(await stage.code { ask(stage, $0) } == 0)
            try await stage.send(.coHostRequestEnded(CoHostRequestEnded(request, outcome)))
        }
        let now = "connected 0 invitees 0 applicant -"
        #expect(
            stage.log.lines == [
                "accepted live_2: \(now)", "rejected live_2: \(now)", "timeout live_1 live_2: \(now)",
            ])
    }

    @Test func `the asked host sees the applicant, and hears of the end`() async throws {
        let stage = try await CoHostStage()
        let request = CoHostStage.request(from: CoHostStage.there, to: CoHostStage.here, extraInfo: "pk")
        for outcome in [CoHostRequestOutcome.cancelled, .timedOut] {
            try await stage.send(.coHostRequested(request))
            try await stage.send(.coHostRequestEnded(CoHostRequestEnded(request, outcome)))
        }
        let (asked, over) = ("connected 0 invitees 0 applicant live_2", "connected 0 invitees 0 applicant -")
        #expect(
            stage.log.lines == [
                "received live_2 pk: \(asked)", "cancelled live_2 live_1: \(over)", "received live_2 pk: \(asked)",
                "timeout live_2 live_1: \(over)",
            ])
    }

    @Test func `accepting and rejecting take the applicant away at once`() async throws {
        let stage = try await CoHostStage()
        let request = CoHostStage.request(from: CoHostStage.there, to: CoHostStage.here)
        try await stage.send(.coHostRequested(request))
        #expect(await stage.code { stage.coHost.acceptHostConnection(fromHostLiveID: "live_2", completion: $0) } == 0)
        #expect(stage.coHost.state.value.applicant == nil)
        try await stage.send(.coHostRequested(request))
        stage.world.server.on("cohost.answer", error: Rejection(.connectionNotExist))
        let code = await stage.code { stage.coHost.rejectHostConnection(fromHostLiveID: "live_2", completion: $0) }
        #expect(code == 100_400 && stage.coHost.state.value.applicant == nil)
    }

    @Test func `a connection replaces the list, and tells each live that is new or gone`() async throws {
        let stage = try await CoHostStage()
        let (here, there, third) = (CoHostStage.here, CoHostStage.there, CoHostStage.third)
        func change(_ hosts: [CoHost]?, joined: [CoHost] = [], left: [CoHost] = [], _ number: Int64) async throws {
            let link = hosts.map { CoHostStage.link($0, version: number) }
            try await stage.send(
                .coHostChanged(CoHostChanged(link: link, joined: joined, left: left)), durable: number)
        }
        try await change([here, there], joined: [here, there], 1)
        #expect(stage.coHost.state.value.coHostStatus == .connected)
        try await change([here, there, third], joined: [third], 2)
        try await change([here, third], left: [there], 3)
        try await change(nil, left: [here, third], 4)
        #expect(stage.coHost.state.value.coHostStatus == .disconnected)
        let rest = "invitees 0 applicant -"
        #expect(
            stage.log.lines == [
                "joined live_1: connected 2 \(rest)", "joined live_2: connected 2 \(rest)",
                "joined live_3: connected 3 \(rest)", "left live_2: connected 2 \(rest)",
                "left live_1: connected 0 \(rest)", "left live_3: connected 0 \(rest)",
            ])
    }

    @Test func `a viewer sees who is connected and stays disconnected, and leaving clears it`() async throws {
        let stage = try await CoHostStage(
            isOwner: false, CoHostBoard(link: CoHostStage.link(), battle: CoHostStage.fight(coins: [7, 0])))
        #expect(stage.coHost.state.value.connected.map(\.liveID) == ["live_1", "live_2"])
        #expect(stage.coHost.state.value.coHostStatus == .disconnected)
        #expect(stage.battle.state.value.currentBattleInfo?.battleID == "b1", "without an event of its start")
        #expect(stage.battle.state.value.battleScore == ["host": 7, "other": 0] && stage.log.lines.isEmpty)
        #expect(stage.world.server.commands("cohost.list").isEmpty, "requests are the owner's")
        try await stage.world.hub.liveList.leaveLive()
        try await stage.world.queue.settle()
        #expect(stage.coHost.state.value.connected.isEmpty && stage.battle.state.value.battleUsers.isEmpty)
        #expect(stage.battle.state.value.battleScore.isEmpty)
    }

    @Test func `what waits is there again after entering`() async throws {
        let (mine, theirs) = (
            CoHostStage.request(from: CoHostStage.here, to: CoHostStage.third),
            CoHostStage.request(from: CoHostStage.there, to: CoHostStage.here)
        )
        let stage = try await CoHostStage(
            page: CoHostPage(coHosts: nil, requests: [mine, theirs], battleRequest: nil))
        #expect(stage.coHost.state.value.invitees.map(\.liveID) == ["live_3"])
        #expect(stage.coHost.state.value.applicant?.liveID == "live_2")
    }

    @Test func `leaving empties the list before the server answers`() async throws {
        let stage = try await CoHostStage(CoHostBoard(link: CoHostStage.link(), battle: nil))
        #expect(stage.coHost.state.value.connected.count == 2)
        #expect(await stage.code { stage.coHost.exitHostConnection(completion: $0) } == 0)
        #expect(stage.coHost.state.value.connected.isEmpty)
    }

    @Test func `a muted host is marked for the owner and for viewers, without an event, until heard again`()
        async throws
    {
        for isOwner in [true, false] {
            let stage = try await CoHostStage(
                isOwner: isOwner,
                CoHostBoard(link: CoHostStage.link(), battle: nil, mutedLives: [CoHostStage.there.liveID]))
            func heard() -> [Bool] { stage.coHost.state.value.connected.map(\.allowOpenMicrophone) }
            #expect(heard() == [true, false], "who enters sees it at once")
            let changed = CoHostChanged(link: CoHostStage.link(), joined: [], left: [])
            try await stage.send(.coHostChanged(changed), durable: 1)
            #expect(heard() == [true, true] && stage.log.lines.isEmpty)
        }
        let stage = try await CoHostStage(CoHostBoard(link: CoHostStage.link(), battle: nil))
        let code = await stage.code {
            stage.coHost.muteRemoteHostAudio(liveID: "live_2", isMuted: true, completion: $0)
        }
        guard case .coHostMute(let sent)? = stage.world.server.commands("cohost.mute").first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(code == 0 && sent == CoHostMute(liveID: CoHostStage.there.liveID, isMuted: true))
        stage.world.server.on("cohost.mute", error: Rejection(.connectionNotExist))
        let refused = await stage.code {
            stage.coHost.muteRemoteHostAudio(liveID: "live_9", isMuted: true, completion: $0)
        }
        #expect(refused == 100_400)
    }

    // MARK: Battles

    @Test func `a request answers with the battle and a code for every host, refused ones too`() async throws {
        let stage = try await CoHostStage()
        var battle = CoHostStage.fight(.asking)
        battle.sides[1].state = .refused
        battle.sides[1].code = .inOtherBattle
        stage.world.server.on("battle.request", ok: BattleAsked(battle: battle))
        let config = BattleConfig(duration: 29.5, needResponse: true, extensionInfo: "e")
        let answer: (BattleInfo, [String: Int]) = try await stage.battle.requestBattle(
            config: config, userIDList: ["other", "stranger"], timeout: 10)
        #expect(answer.0.battleID == "b1" && answer.1 == ["other": 3, "stranger": 1])
        guard case .battleRequest(let sent)? = stage.world.server.commands("battle.request").first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(sent.seconds == 30 && sent.needsResponse == true && sent.answerSeconds == 10)
    }

    @Test func `requests for battles are told to who asked and who is asked`() async throws {
        let stage = try await CoHostStage()
        let (here, there) = (CoHostStage.here, CoHostStage.there)
        let id = BattleID(unchecked: "b1")
        try await stage.send(
            .battleRequested(
                BattleRequested(battle: CoHostStage.fight(.asking), inviter: there, invitee: here)))
        for outcome in [CoHostRequestOutcome.cancelled, .timedOut] {
            try await stage.send(
                .battleRequestEnded(
                    BattleRequestEnded(battleID: id, inviter: there, invitee: here, outcome: outcome)))
        }
        for outcome in [CoHostRequestOutcome.accepted, .rejected, .timedOut, .cancelled] {
            try await stage.send(
                .battleRequestEnded(
                    BattleRequestEnded(battleID: id, inviter: here, invitee: there, outcome: outcome)))
        }
        #expect(
            stage.log.lines == [
                "asked b1 live_2", "cancelled b1", "timeout b1 live_1", "accept b1 live_2", "reject b1 live_2",
                "timeout b1 live_2",
            ])
    }

    @Test func `a battle starts and ends state first, and its scores stay after the end`() async throws {
        let stage = try await CoHostStage(CoHostBoard(link: CoHostStage.link(), battle: nil))
        try await stage.send(.battleChanged(BattleChanged(.started, CoHostStage.fight())), durable: 1)
        #expect(stage.battle.state.value.currentBattleInfo?.startTime == 1_700_000_000)
        let scores = [("live_1", "host", 7), ("live_2", "other", 3)].map { live, user, score in
            BattleScored.Score(
                liveID: LiveID(unchecked: live), userID: UserID(unchecked: user), score: Int64(score))
        }
        try await stage.send(.battleScored(BattleScored(battleID: BattleID(unchecked: "b1"), scores: scores)))
        #expect(stage.battle.state.value.battleScore == ["host": 7, "other": 3])
        try await stage.send(
            .battleChanged(BattleChanged(.ended, CoHostStage.fight(.over, coins: [8, 3]))), durable: 2)
        try await stage.send(.battleChanged(BattleChanged(.started, CoHostStage.fight())), durable: 3)
        #expect(
            stage.log.lines == [
                "started b1 live_1 [\"live_2\"]: users 2 battle b1 scores host=0,other=0",
                "ended b1 0: users 0 battle - scores host=8,other=3",
                "started b1 live_1 [\"live_2\"]: users 2 battle b1 scores host=0,other=0",
            ])
    }

    @Test func `who leaves a battle is gone from its users, and the last ones end it`() async throws {
        let stage = try await CoHostStage(CoHostBoard(link: CoHostStage.link(), battle: nil))
        var battle = CoHostStage.fight(coins: [1, 2])
        battle.sides.append(BattleSide(host: CoHostStage.third, state: .taking, code: .success))
        try await stage.send(.battleChanged(BattleChanged(.started, battle)), durable: 1)
        battle.sides[1].state = .left
        try await stage.send(
            .battleChanged(BattleChanged(.left, battle, left: [CoHostStage.there])), durable: 2)
        (battle.phase, battle.end) = (.over, .allLeft)
        try await stage.send(.battleChanged(BattleChanged(.ended, battle)), durable: 3)
        let scores = "scores host=1,other=2,viewer=0"
        #expect(
            stage.log.lines.dropFirst() == [
                "user left live_2: users 2 battle b1 \(scores)", "ended b1 1: users 0 battle - \(scores)",
            ])
    }

    @Test func `calls about a battle ask the server, and its refusals are theirs`() async throws {
        let stage = try await CoHostStage()
        let store = stage.battle
        #expect(await stage.code { store.acceptBattle(battleID: "b1", completion: $0) } == 0)
        #expect(await stage.code { store.rejectBattle(battleID: "b1", completion: $0) } == 0)
        #expect(
            await stage.code { store.cancelBattleRequest(battleId: "b1", userIdList: ["other"], completion: $0) } == 0)
        stage.world.server.on("battle.exit", error: Rejection(.battleHasEnded))
        #expect(await stage.code { store.exitBattle(battleID: "b1", completion: $0) } == 100_421)
        #expect(await stage.code { store.exitBattle(battleID: "no id", completion: $0) } == 100_411)
        let id = BattleID(unchecked: "b1")
        #expect(
            stage.world.server.commands("battle.answer") == [
                .battleAnswer(BattleAnswer(battleID: id, isAccepted: true)),
                .battleAnswer(BattleAnswer(battleID: id, isAccepted: false)),
            ])
    }
}
