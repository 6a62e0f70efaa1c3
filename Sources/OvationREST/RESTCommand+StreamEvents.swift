import OvationMedia
import OvationModel
import OvationNode
import OvationPictures

extension RESTCommand {
    /// What became of the publishers of a live.
    static let streamEvents = [getStreamEvents]

    private static let getStreamEvents = RESTCommand(
        .liveEngine, "get_stream_events",
        "Tells what became of the last publishers of a live: refused, cut off or ended, each with its time and its reason.",
        effect: .reads
    ) { (request: RESTRoom, call) in
        try await call.requireEverOn(request.roomID)
        let events = call.node.services.pictures.events(of: request.roomID)
        return RESTResponse(RESTStreamEvents(streamEvents: events.map(RESTStreamEvent.init)))
    }
}

private struct RESTStreamEvents: Codable, Sendable {
    let streamEvents: [RESTStreamEvent]

    enum CodingKeys: String, CodingKey { case streamEvents = "StreamEvents" }
}

/// What became of a publisher.
private struct RESTStreamEvent: Codable, Sendable {
    let time: Int64
    let firstTime: Int64
    let count: Int
    let way: String
    let outcome: String
    let reason: String
    let errorCode: Int?
    let message: String

    init(_ event: StreamEvent) {
        time = event.lastAt.seconds
        firstTime = event.firstAt.seconds
        count = event.count
        way = event.way.rawValue
        outcome = event.outcome.rawValue
        reason = event.reason
        errorCode = event.code?.rawValue
        message = event.message
    }

    enum CodingKeys: String, CodingKey {
        case time = "Time"
        case firstTime = "FirstTime"
        case count = "Times"
        case way = "StreamWay"
        case outcome = "Outcome"
        case reason = "StreamReason"
        case errorCode = "EventErrorCode"
        case message = "Advice"
    }
}
