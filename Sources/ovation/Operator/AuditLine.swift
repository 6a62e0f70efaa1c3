import Foundation
import OvationREST

/// A line of the log of operators, as it is exported.
struct AuditLine: Encodable {
    let number: Int64
    /// When, as ISO 8601 in UTC.
    let at: String
    let operatorAccount: String
    let way: String
    let address: String
    let command: String
    let object: String
    let details: String
    let code: Int
    let callID: String

    enum CodingKeys: String, CodingKey {
        case number, at, way, address, command, object, details, code
        case operatorAccount = "operator"
        case callID = "callId"
    }

    init(_ entry: RESTOperatorLog.Entry) {
        let time = Date(timeIntervalSince1970: Double(entry.at) / 1_000)
        self.init(
            number: entry.number, at: time.formatted(.iso8601), by: entry.by, way: entry.way, address: entry.address,
            command: entry.command, object: entry.object, details: entry.details, code: entry.code,
            callID: entry.requestID)
    }

    init(
        number: Int64, at: String, by: String, way: String, address: String, command: String, object: String,
        details: String, code: Int, callID: String
    ) {
        self.number = number
        self.at = at
        operatorAccount = by
        self.way = way
        self.address = address
        self.command = command
        self.object = object
        self.details = details
        self.code = code
        self.callID = callID
    }

    /// The names of the columns.
    static let heading = "number,at,operator,way,address,command,object,details,code,callId"

    /// The line as CSV (RFC 4180).
    var csv: String {
        let texts = [at, operatorAccount, way, address, command, object, details].map(Self.cell)
        return "\(number),\(texts.joined(separator: ",")),\(code),\(Self.cell(callID))"
    }

    /// A cell. What a spreadsheet would take for a formula is a text: an id may begin like one.
    private static func cell(_ text: String) -> String {
        let formulas: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]
        let plain = text.first.map(formulas.contains) == true ? "'" + text : text
        let needsQuotes = plain.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        return needsQuotes ? "\"" + plain.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : plain
    }
}
