import OvationBackend
import OvationModel
import OvationNode
import OvationStorage
import OvationSupport

extension RESTService {
    /// What operators changed. The vendor's API has no such log.
    static let operatorLog = RESTService(rawValue: "ovation_operator_srv")
}

extension RESTCommand {
    /// Commands about the log of operators.
    static let operatorLog = [getOperatorLog]

    private static let getOperatorLog = RESTCommand(
        .operatorLog, "get_operator_log",
        "What operators changed, over REST, the command line and the console alike. Newest first.", effect: .reads
    ) { (request: RESTOperatorLog.Get, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.moderationPageDefault, countMax: call.node.limits.operatorLogPageMax)
        let before = try PageFields.rest.number(request.next, in: 1...Int64.max)
        try RESTField.text("Operator_Account", request.by, bytesMax: RESTBounds.operatorBytesMax)
        try RESTField.text("Object", request.object, bytesMax: RESTBounds.objectBytesMax)
        // What is being kept at this moment is older than the question.
        try await call.node.services.journal.barrier()
        let entries = try await call.node.services.storage.operatorLog(
            OperatorLogQuery(
                by: RESTOperatorLog.filter(request.by), object: RESTOperatorLog.filter(request.object), before: before,
                limit: count))
        return RESTResponse(
            RESTOperatorLog(
                entries: entries.map(RESTOperatorLog.Entry.init),
                next: entries.count == count ? entries.last.map { "\($0.number)" } ?? "" : ""))
    }
}

/// A page of the log of operators.
package struct RESTOperatorLog: Codable, Sendable {
    struct Get: Codable, Sendable {
        let by: String?
        let object: String?
        let next: String?
        let count: Int?

        enum CodingKeys: String, CodingKey {
            case by = "Operator_Account"
            case object = "Object"
            case next = "Next"
            case count = "Count"
        }
    }

    /// A line.
    package struct Entry: Codable, Sendable {
        package let number: Int64
        package let at: Int64
        package let by: String
        package let way: String
        package let address: String
        package let command: String
        package let object: String
        package let details: String
        package let code: Int
        package let requestID: String

        enum CodingKeys: String, CodingKey {
            case number = "Number"
            case at = "At"
            case by = "Operator_Account"
            case way = "Way"
            case address = "Address"
            case command = "Command"
            case object = "Object"
            case details = "Details"
            case code = "OutcomeCode"
            case requestID = "CallId"
        }

        init(_ entry: OperatorLogEntry) {
            let act = entry.act
            number = entry.number
            at = act.at.milliseconds
            by = act.by
            way = act.way.rawValue
            address = act.address
            command = act.command
            object = act.object
            details = act.details
            code = act.code
            requestID = act.requestID
        }
    }

    package let entries: [Entry]
    /// Where the next page begins; empty at the end.
    package let next: String

    enum CodingKeys: String, CodingKey {
        case entries = "EntryList"
        case next = "Next"
    }

    /// A filter; nil where it is empty.
    static func filter(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
