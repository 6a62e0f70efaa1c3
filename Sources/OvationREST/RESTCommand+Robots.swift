import OvationModel
import OvationNode
import OvationRules

extension RESTCommand {
    /// Commands about robots: viewers without a connection. They count as audience, and a live with a robot does not end by itself.
    static let robots = [addRobot, getRobot, deleteRobot]

    private static let addRobot = RESTCommand(
        .liveEngine, "add_robot", "Puts imported accounts into a live as viewers."
    ) { (request: RESTRobots, call) in
        let robots = request.robots.withoutRepeats
        try RESTField.list("RobotList_Account", robots, countMax: RESTBounds.robotsMax)
        let users = try await call.requireImported(robots, field: "RobotList_Account")
        try await call.rooms.perform(.addRobots(users), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getRobot = RESTCommand(
        .liveEngine, "get_robot", "Lists the robots of a live.", effect: .reads
    ) { (request: RESTRoom, call) in
        let robots = try await call.rooms.roster(.robots, of: request.roomID).entries
        return RESTResponse(RESTRobotsAnswer(robots: robots.map(\.user.userID)))
    }

    private static let deleteRobot = RESTCommand(
        .liveEngine, "del_robot", "Takes robots out of a live. One that is not in it is passed over."
    ) { (request: RESTRobots, call) in
        let robots = request.robots.withoutRepeats
        try RESTField.list("RobotList_Account", robots, countMax: RESTBounds.robotsMax)
        try await call.rooms.perform(.removeRobots(robots), in: request.roomID, as: call.actor)
        return RESTDone()
    }
}

private struct RESTRobots: Codable, Sendable {
    let roomID: LiveID
    let robots: [UserID]

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case robots = "RobotList_Account"
    }
}

private struct RESTRobotsAnswer: Codable, Sendable {
    let robots: [UserID]

    enum CodingKeys: String, CodingKey { case robots = "RobotList_Account" }
}
