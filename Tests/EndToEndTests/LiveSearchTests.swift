import OvationModel
import OvationWire
import Testing

@testable import OvationSupport

/// Searches of the list of lives, by clients and by the app's backend.
@Suite struct LiveSearchTests {
    @Test func `backend and clients search the list by title, host, category and kind`() async throws {
        try await RESTStage.run { stage in
            for (id, name, category, template) in [
                ("jazz", "Jazz at Midnight", 1, 600), ("talk", "Talk about jazz", 6, 70),
                ("train", "Slow train", 4, 600),
            ] {
                let info: [String: Any] = [
                    "RoomId": id, "RoomType": "Live", "RoomName": name, "Category": [category],
                    "SeatLayoutTemplateId": template,
                ]
                #expect(try await stage.backend.code("create_room", ["RoomInfo": info]) == 0)
            }
            func list(_ parameters: [String: Any]) async throws -> Set<String> {
                let rooms =
                    try await stage.backend.response("get_room_list", parameters)["RoomList"] as? [[String: Any]]
                return Set((rooms ?? []).compactMap { $0["RoomId"] as? String })
            }
            #expect(try await list(["Search": "JAZZ"]) == ["jazz", "talk"])
            #expect(try await list(["Search": "jazz", "Kind": "voice"]) == ["talk"])
            #expect(try await list(["CategoryFilter": 4]) == ["train"])
            #expect(try await list(["Search": "jazz administrator"]) == ["jazz", "talk"])
            #expect(try await list(["Search": "…"]).isSuperset(of: ["jazz", "talk", "train"]))
            let viewer = try await Robot.viewer(of: "jazz", as: "ann", stage.server)
            let found = try await viewer.ask(.lives(search: "ｊａｚｚ", category: 6, kind: .voice))
            #expect(found.rooms.map(\.info.liveID.rawValue) == ["talk"] && found.cursor.isEmpty)
        }
    }

    @Test func `a client that searches in a loop uses up its pace by the lives that were looked at`() async throws {
        try await RESTStage.run(clock: StoppedClock().server) { stage in
            for id in (0..<24).map({ "s\($0)" }) {
                let info = ["RoomId": id, "RoomType": "Live", "RoomName": "a b c d e f g"]
                #expect(try await stage.backend.code("create_room", ["RoomInfo": info]) == 0)
            }
            // Each looks at 25 lives for eight words, so it counts as three commands. The burst is a hundred.
            for _ in 0..<40 { _ = try await stage.viewer.ask(.lives(search: "a b c d e f g zzz")) }
            func counted(_ what: String) async throws -> Int {
                try await PlainHTTP.metric(what, port: stage.server.port)
            }
            let surplus = try await counted("ovation_surplus_commands_total")
            #expect(try await counted("ovation_rooms_examined_total") == 40 * 25 && surplus > 0)
        }
    }
}
