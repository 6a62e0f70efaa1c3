import OvationModel
import Testing

@testable import AtomicXCore

@MainActor @Suite(.timeLimit(.minutes(1))) struct PictureDeckTests {
    @Test func `a picture reports loading, then playing, with its owner's id`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: true, listener: world.listener())
        #expect(world.told.isEmpty && player.log.isEmpty)
        world.source.answerLive()
        #expect(player.log == ["open index.m3u8 muted"] && world.told == ["loading host"])
        world.say(.playing, player)
        world.say(.playing, player)
        world.say(.stalled, player)
        world.say(.playing, player)
        #expect(world.told == ["loading host", "playing host", "loading host", "playing host"])
        #expect(world.deck.hasPicture(place))
    }

    @Test func `a second start replaces a pending one, whose late answer changes nothing`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener("a "))
        world.deck.start(place, liveID: "b", isMuted: false, listener: world.listener("b "))
        #expect(world.source.questions.map(\.liveID) == ["a", "b"])
        world.source.answerLive("https://live.example/a.m3u8")
        #expect(player.log.isEmpty)
        world.source.answerLive("https://live.example/b.m3u8")
        world.say(.playing, player)
        #expect(player.log == ["open b.m3u8"] && world.told == ["b loading host", "b playing host"])
    }

    @Test func `a stop cancels a pending start at every step`() {
        for step in 0...2 {
            let world = PictureWorld()
            let player = RecordingPlayer()
            let place = world.deck.place(player: player)
            world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
            if step >= 1 { world.source.answerLive() }
            let events = player.events
            if step == 2 { events?(.playing) }  // The player has reported it, but the deck has not handled it yet.
            world.told = []
            world.deck.stop(place)
            world.source.answerLive()
            events?(.playing)
            world.clock.advance(milliseconds: 600_000)
            #expect(world.told.isEmpty && !player.isOpen, "at step \(step)")
            #expect(world.deck.liveID(of: place) == nil && world.source.asked == 1)
        }
    }

    @Test func `a second start with another mute value changes only the sound`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: true, listener: world.listener())
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        #expect(player.log == ["open index.m3u8"])
        world.say(.playing, player)
        world.deck.start(place, liveID: "a", isMuted: true, listener: world.listener("new "))
        world.deck.start(place, liveID: "a", isMuted: true, listener: PictureDeck.Listener())
        #expect(player.log == ["open index.m3u8", "mute"] && world.source.asked == 1)
        #expect(world.told.last == "new playing host")
    }

    @Test func `views of one live keep playing when another of them stops or is freed`() {
        let world = PictureWorld()
        let players = (0..<3).map { _ in RecordingPlayer() }
        var places: [PictureDeck.Place?] = players.map { world.deck.place(player: $0) }
        for case let place? in places {
            world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        }
        for player in players {
            world.source.answerLive()
            world.say(.playing, player)
        }
        if let place = places[0] { world.deck.stop(place) }
        places[1] = nil
        world.clock.advance()
        #expect(players.map(\.isOpen) == [false, false, true] && world.deck.count == 2)
        #expect(players[1].events == nil)
    }

    @Test func `one picture over the limit stops the oldest with an error`() {
        var limits = PictureLimits()
        limits.playersMax = 2
        let world = PictureWorld(limits: limits)
        let players = (0..<3).map { _ in RecordingPlayer() }
        let places = players.map { world.deck.place(player: $0) }
        for (index, place) in places.enumerated() {
            world.deck.start(place, liveID: "\(index)", isMuted: false, listener: world.listener("\(index) "))
            world.source.answerLive()
            #expect(players.filter(\.isOpen).count <= 2)
        }
        #expect(players.map(\.isOpen) == [false, true, true])
        #expect(world.told == ["0 loading host", "1 loading host", "0 error -1 More than 2 ", "2 loading host"])
        world.deck.start(places[1], liveID: "1", isMuted: true, listener: world.listener("1 "))
        #expect(players.map(\.isOpen) == [false, true, true])
    }

    @Test func `a failed picture is retried with growing delays and reports one error after the last try`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        for (wait, asked) in zip([500, 1_000, 2_000, 4_000, 4_000] as [Int64], 1...) {
            world.source.answerLive()
            world.say(.failed("broken"), player)
            world.clock.advance(milliseconds: wait - 1)
            #expect(world.source.asked == asked)
            world.clock.advance(milliseconds: 1)
            #expect(world.source.asked == asked + 1)
        }
        world.source.answerLive()
        world.say(.failed("broken"), player)
        #expect(world.told == ["loading host", "error -1 broken"] && !player.isOpen)
        world.clock.advance(milliseconds: 600_000)
        #expect(world.source.asked == 6 && world.told.count == 2)
    }

    @Test func `a final refusal is reported at once with the server's code`() {
        for (code, told) in [
            (100_004, "error 100004 gone"), (-1_002, "error -1002 gone"), (110_303, "error 110303 gone"),
        ] {
            let world = PictureWorld()
            let place = world.deck.place(player: RecordingPlayer())
            world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
            world.source.answer(.failure(ErrorInfo(code: code, message: "gone")))
            #expect(world.told == [told] && world.deck.liveID(of: place) == nil)
        }
    }

    @Test func `an unlisted live is polled until the user has joined it`() {
        let world = PictureWorld()
        let place = world.deck.place(player: RecordingPlayer())
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        world.source.answer(.failure(ErrorInfo(.liveNotListed, "not listed")))
        #expect(world.told == ["loading "] && world.deck.liveID(of: place) == "a")
        world.clock.advance(milliseconds: PictureLimits().pollMilliseconds)
        #expect(world.source.asked == 2)
        world.source.answerLive()
        #expect(world.deck.hasPicture(place))
    }

    @Test func `an unreachable server is asked again`() {
        let world = PictureWorld()
        let place = world.deck.place(player: RecordingPlayer())
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        world.source.answer(.failure(ErrorInfo(.networkUnavailable, "away")))
        world.clock.advance(milliseconds: 500)
        world.source.answerLive()
        #expect(world.deck.hasPicture(place) && world.told == ["loading "])
    }

    @Test func `a live without a picture is polled, and asked at once when its picture starts`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        for _ in 0..<20 {
            world.source.answer(.success(LocatedPicture(state: .none, address: nil, ownerID: "host")))
            world.clock.advance(milliseconds: 5_000)
        }
        #expect(world.source.asked == 21 && world.told == ["loading host"])
        world.source.answer(
            .success(LocatedPicture(state: .interrupted, address: "https://x.example", ownerID: "host")))
        world.deck.pictureChanged(in: "b")
        #expect(world.source.asked == 21)
        world.deck.pictureChanged(in: "a")
        #expect(world.source.asked == 22)
        world.source.answerLive()
        #expect(player.isOpen)
    }

    @Test func `an ended picture is asked for again, and a stalled player is reopened`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        world.say(.playing, player)
        world.say(.ended, player)
        #expect(!player.isOpen && !world.deck.hasPicture(place))
        world.clock.advance(milliseconds: 1_000)
        world.source.answerLive()
        world.clock.advance(milliseconds: 12_000)
        #expect(!player.isOpen)
        world.clock.advance(milliseconds: 500)
        world.source.answerLive()
        world.say(.playing, player)
        #expect(player.isOpen && world.told == ["loading host", "playing host", "loading host", "playing host"])
    }

    @Test func `a picture that played steadily gets all its retries back`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        world.deck.start(place, liveID: "a", isMuted: false, listener: world.listener())
        for _ in 0..<12 {
            world.source.answerLive()
            world.say(.playing, player)
            world.clock.advance(milliseconds: 10_000)
            world.say(.failed("broken"), player)
            world.clock.advance(milliseconds: 500)
        }
        #expect(!world.told.contains { $0.hasPrefix("error") } && world.source.asked == 13)
    }

    @Test func `a listener that stops its own picture leaves no player open`() {
        let world = PictureWorld()
        let player = RecordingPlayer()
        let place = world.deck.place(player: player)
        var listener = PictureDeck.Listener()
        listener.onLoading = { [deck = world.deck] _ in deck.stop(place) }
        world.deck.start(place, liveID: "a", isMuted: false, listener: listener)
        world.source.answerLive()
        #expect(!player.isOpen && world.deck.liveID(of: place) == nil)
    }
}
