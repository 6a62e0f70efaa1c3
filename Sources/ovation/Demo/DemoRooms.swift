import Logging
import OvationClient
import OvationModel
import OvationWire
import ServiceLifecycle

/// The lives of `--dev`: hosts and their viewers, each a client of its own that talks to the server like an app does.
struct DemoRooms: Service {
    /// Who plays in one live.
    struct Cast {
        let liveID: String
        let title: String
        let notice: String
        let category: Int
        let host: (id: String, name: String)
        let viewers: [(id: String, name: String)]
        let lines: [String]
        let hostLines: [String]
        /// The name of the picture that was drawn for it (`Laboratory/scripts/make-demo-clip`): its cover, and its film where it has one.
        let scene: String
        /// Whether only voices are heard, so that there is no film.
        var isVoice = false
        /// How many times the pauses of others its viewers make: many lives together cost no more than two did.
        var calm = 1.0
    }

    /// The template of seats of a live with voices alone, and of one with a picture, as the API that this is compatible with has them.
    private static let (voiceTemplate, videoTemplate) = (70, 600)

    let serverURL: String
    let sdkAppID: Int
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for cast in Self.casts {
                    group.addTask { await self.play(cast) }
                }
            }
        }
    }

    /// The users who play, so that their wallets can be filled beforehand.
    static var players: [UserID] { casts.flatMap { [$0.host] + $0.viewers }.compactMap { UserID($0.id) } }

    private func play(_ cast: Cast) async {
        guard let liveID = LiveID(cast.liveID) else { return }
        do {
            let host = try await logIn(cast.host)
            var settings = RoomSettings()
            settings.liveName = cast.title
            settings.notice = cast.notice
            settings.categoryList = [cast.category]
            settings.coverURL = "/" + DemoPicture.coverPath(cast.scene)
            settings.seatLayoutTemplateID = cast.isVoice ? Self.voiceTemplate : Self.videoTemplate
            _ = try await host.createRoom(liveID, settings: settings)
            let picture = DemoPicture(serverURL: serverURL, logger: logger)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.talk(host, liveID, cast.hostLines, calm: cast.calm, secondsBetween: 9...20) }
                if !cast.isVoice { group.addTask { await picture.show(cast.scene, in: liveID, by: host) } }
                for viewer in cast.viewers {
                    group.addTask { await self.watch(viewer, liveID, cast) }
                }
            }
            await host.logOut()
        } catch {
            if !(error is CancellationError) {
                logger.warning("a demo live could not start", metadata: ["room.id": "\(liveID)", "error": "\(error)"])
            }
        }
    }

    private func logIn(_ player: (id: String, name: String)) async throws -> OvationClient {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: serverURL), orderJournal: InMemoryOrderJournal())
        guard let userID = UserID(player.id) else { throw Rejection(.invalidParameter) }
        _ = try await client.logIn(sdkAppID: sdkAppID, userID: userID, userSig: "dev")
        var profile = UserProfile()
        profile.nickname = player.name
        try await client.updateProfile(profile)
        return client
    }

    private func watch(_ viewer: (id: String, name: String), _ liveID: LiveID, _ cast: Cast) async {
        let calm = cast.calm
        do {
            try await pause(0...6)
            let client = try await logIn(viewer)
            _ = try await client.joinRoom(liveID)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.talk(client, liveID, cast.lines, calm: calm, secondsBetween: 4...15) }
                group.addTask { await self.like(client, liveID, calm) }
                group.addTask { await self.react(client, liveID, calm) }
                group.addTask { await self.give(client, liveID, calm) }
            }
            await client.logOut()
        } catch {
            logger.debug("a demo viewer left", metadata: ["user.id": "\(viewer.id)", "error": "\(error)"])
        }
    }

    /// Goes through its lines in a new order each time, until it is cancelled or the live is over.
    private func talk(
        _ client: OvationClient, _ liveID: LiveID, _ lines: [String], calm: Double, secondsBetween: ClosedRange<Double>
    ) async {
        while !Task.isCancelled {
            for line in lines.shuffled() {
                guard (try? await pause(secondsBetween, calm)) != nil else { return }
                guard await goesOn({ _ = try await client.sendBarrage(BarrageSend(text: line), in: liveID) }) else {
                    return
                }
            }
        }
    }

    private func like(_ client: OvationClient, _ liveID: LiveID, _ calm: Double) async {
        while !Task.isCancelled {
            guard (try? await pause(1...6, calm)) != nil else { return }
            guard await goesOn({ try await client.like(.random(in: 1...5), in: liveID) }) else { return }
        }
    }

    /// On the topic of apps that react over VideoSDK's PubSub, which the page listens to.
    private func react(_ client: OvationClient, _ liveID: LiveID, _ calm: Double) async {
        guard let topic = TopicName("REACTION") else { return }
        while !Task.isCancelled {
            guard (try? await pause(6...30, calm)) != nil else { return }
            let emoji = ["❤️", "🔥", "👏", "😂", "🎉"].randomElement() ?? "❤️"
            let reaction = PubSubPublish(topic: topic, message: emoji, count: .random(in: 1...3))
            guard await goesOn({ _ = try await client.publish(reaction, in: liveID) }) else { return }
        }
    }

    private func give(_ client: OvationClient, _ liveID: LiveID, _ calm: Double) async {
        while !Task.isCancelled {
            guard (try? await pause(8...40, calm)) != nil else { return }
            let sent = await goesOn {
                let gifts = try await client.gifts(language: nil).flatMap(\.giftList).sorted { $0.coins < $1.coins }
                // Mostly something small, now and then something that fills the screen.
                let affordable = Int.random(in: 0..<8) == 0 ? gifts[...] : gifts.prefix(4)
                guard let gift = affordable.randomElement() else { return }
                let count = gift.coins.amount > 100 ? 1 : [1, 1, 1, 5, 10].randomElement() ?? 1
                _ = try await client.sendGift(gift.giftID, count: count, to: [], in: liveID)
            }
            guard sent else { return }
        }
    }

    private func pause(_ seconds: ClosedRange<Double>, _ calm: Double = 1) async throws {
        try await Task.sleep(for: .milliseconds(Int(Double.random(in: seconds) * calm * 1000)))
    }

    /// Does something; false where the live is over for this player.
    private func goesOn(_ act: () async throws -> Void) async -> Bool {
        do {
            try await act()
            return true
        } catch let rejection as Rejection {
            return rejection.code != .notMember && rejection.code != .roomNotFound
        } catch {
            return false
        }
    }
}
