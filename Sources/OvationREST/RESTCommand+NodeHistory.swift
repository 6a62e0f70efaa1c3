import OvationModel
import OvationNode
import OvationObservability

extension RESTCommand {
    /// Commands about the node itself.
    static let nodeHistory = [getNodeHistory]

    private static let getNodeHistory = RESTCommand(
        .operatorLog, "get_node_history", "What this node was like: connections, messages, delays, load, for charts.",
        effect: .reads
    ) { (request: RESTNodeHistoryRequest, call) in
        let seconds = request.seconds ?? RESTBounds.historySecondsDefault
        guard RESTBounds.historySeconds.contains(seconds) else {
            let range = RESTBounds.historySeconds
            throw Rejection(.illegalParameter, "\"Seconds\" is \(range.lowerBound) to \(range.upperBound).")
        }
        let (minutes, points) = call.node.services.history.points(
            minuteCount: seconds / 60, until: call.at.milliseconds, pointsMax: RESTBounds.historyPointsMax)
        return RESTResponse(
            RESTNodeHistory(
                stepSeconds: minutes * 60, names: NodeFigure.allCases.map(\.rawValue),
                points: points.map(RESTNodeHistory.Point.init)))
    }
}

private struct RESTNodeHistoryRequest: Codable, Sendable {
    let seconds: Int?

    enum CodingKeys: String, CodingKey { case seconds = "Seconds" }
}

private struct RESTNodeHistory: Codable, Sendable {
    /// The means over a step of time.
    struct Point: Codable, Sendable {
        let at: Int64
        let values: [Double]

        init(_ minute: NodeHistory.Minute) {
            at = minute.number * 60_000
            // JSON has no number for what is not known.
            values = minute.values.map { $0.map { ($0 * 1_000).rounded() / 1_000 } ?? -1 }
        }

        enum CodingKeys: String, CodingKey {
            case at = "At"
            case values = "ValueList"
        }
    }

    let stepSeconds: Int
    let names: [String]
    let points: [Point]

    enum CodingKeys: String, CodingKey {
        case stepSeconds = "StepSeconds"
        case names = "NameList"
        case points = "PointList"
    }
}
