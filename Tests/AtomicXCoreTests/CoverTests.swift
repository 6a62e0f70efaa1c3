import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

/// The cover of a live in a list.
@Suite struct CoverTests {
    @Test func `a live without a cover of its host's has that of its running picture, as a whole address`() {
        var room = World.info()
        room.media = RoomMedia(
            state: .live, since: Timestamp(milliseconds: 0), cover: "/v1/media/live_1/cover?v=7")
        let live = LiveInfo(room) { "https://live.example.org\($0)" }
        #expect(live.coverURL == "https://live.example.org/v1/media/live_1/cover?v=7")
        room.coverURL = "https://example.org/ada.jpg"
        #expect(LiveInfo(room) { _ in "" }.coverURL == "https://example.org/ada.jpg")
        room.coverURL = ""
        room.media = nil
        #expect(LiveInfo(room) { _ in "?" }.coverURL.isEmpty)
    }
}
