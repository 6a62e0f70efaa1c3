extension RESTRow {
    private static let secondLive = (
        command: "live_engine_http_srv/create_room",
        body: #"{"RoomId":"r2","RoomType":"Live","Owner_Account":"host"}"#
    )
    private static let begun = (
        command: "live_engine_http_pk/create_battle", body: #"{"FromRoomId":"r1","ToRoomIdList":["r2"]}"#
    )

    static let battles: [RESTRow] = [
        RESTRow(
            begun.command, begun.body, sees: .event("battle.changed", has: "started"),
            broken: [
                Broken(#"{"FromRoomId":"ghost","ToRoomIdList":["r2"]}"#, 100_004),
                Broken(#"{"FromRoomId":"r1","ToRoomIdList":["r1"]}"#, 100_412),
                Broken(#"{"FromRoomId":"r1","ToRoomIdList":["r2"],"Duration":999999999}"#, 100_002, "Duration"),
            ], after: [secondLive]),
        RESTRow(
            "live_engine_http_pk/set_battle_score",
            #"{"BattleId":"none","OpType":1,"ScoreList":[{"RoomId":"r1","Score":1}]}"#, sees: .answer(has: "100411"),
            broken: [
                Broken(#"{"BattleId":"none","OpType":3,"ScoreList":[]}"#, 100_002, "OpType"),
                Broken(
                    #"{"BattleId":"none","OpType":1,"ScoreList":[{"RoomId":"r1","Score":-1}]}"#, 100_002, "Score"),
            ], code: 100_411),
        RESTRow(
            "live_engine_http_pk/get_battle_info", #"{"RoomId":"r2"}"#, sees: .answer(has: "FromRoomInfo"),
            broken: [Broken("{}", 100_002, "BattleId"), Broken(#"{"RoomId":"ghost"}"#, 100_411)],
            after: [secondLive, begun]),
    ]
}
