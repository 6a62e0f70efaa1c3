import Testing

@testable import TUILiveKit

@Suite struct GiftBulletTracksTests {
    private func said(_ actions: [GiftBulletTracks<Show>.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .show(let track, let show): "show \(track) \(show)"
            case .count(let track, let show): "count \(track) \(show)"
            case .hide(let track): "hide \(track)"
            }
        }
    }

    @Test func `two gifts take a track each, and a third waits until one leaves`() {
        var tracks = GiftBulletTracks<Show>()
        #expect(said(tracks.insert(Show("ax"), at: 0)) == ["show 0 ax×1"])
        #expect(said(tracks.insert(Show("bx"), at: 100)) == ["show 1 bx×1"])
        #expect(said(tracks.insert(Show("cx"), at: 200)).isEmpty)
        #expect(tracks.deadline == 5_000)
        #expect(said(tracks.tick(at: 4_999)).isEmpty)
        #expect(said(tracks.tick(at: 5_000)) == ["hide 0", "show 0 cx×1"])
        #expect(said(tracks.tick(at: 5_100)) == ["hide 1"])
        #expect(tracks.deadline == 10_000)
    }

    @Test func `a repeated gift of one sender counts up and stays five more seconds`() {
        var tracks = GiftBulletTracks<Show>()
        _ = tracks.insert(Show("ax"), at: 0)
        #expect(said(tracks.insert(Show("ax", 4), at: 4_000)) == ["count 0 ax×5"])
        #expect(said(tracks.tick(at: 5_000)).isEmpty)
        #expect(tracks.deadline == 9_000)
        // The same gift of another sender and another gift of the same sender are separate bullets.
        #expect(said(tracks.insert(Show("bx"), at: 4_000)) == ["show 1 bx×1"])
        #expect(said(tracks.insert(Show("ay"), at: 4_000)).isEmpty)
        #expect(tracks.waiting == [Show("ay")])
    }

    @Test func `waiting gifts add up, and the user's own come first`() {
        var tracks = GiftBulletTracks<Show>()
        for name in ["ax", "bx", "cx", "cx", "mx"] { _ = tracks.insert(Show(name), at: 0) }
        #expect(tracks.waiting == [Show("mx"), Show("cx", 2)])
        #expect(said(tracks.tick(at: 5_000)) == ["hide 0", "show 0 mx×1", "hide 1", "show 1 cx×2"])
    }

    @Test func `an overflowing count stays at the largest number`() {
        var tracks = GiftBulletTracks<Show>()
        _ = tracks.insert(Show("ax", .max), at: 0)
        #expect(said(tracks.insert(Show("ax", 3), at: 0)) == ["count 0 ax×\(UInt.max)"])
    }

    @Test func `clearing the tracks hides the bullets and drops the waiting gifts`() {
        var tracks = GiftBulletTracks<Show>()
        for name in ["ax", "bx", "cx"] { _ = tracks.insert(Show(name), at: 0) }
        #expect(said(tracks.removeAll()) == ["hide 0", "hide 1"])
        #expect(tracks.waiting.isEmpty && tracks.deadline == nil)
        #expect(said(tracks.tick(at: 9_000)).isEmpty)
    }
}
