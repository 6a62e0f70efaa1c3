import Foundation
import OvationBackend
import OvationJSON
import OvationModel
import OvationNode
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension RESTService {
    /// What is kept about a user. The vendor's API has nothing of the kind.
    static let userData = RESTService(rawValue: "ovation_user_srv")
}

extension RESTCommand {
    /// Commands that hand out and erase what is kept about a user.
    static let userData = [exportUser, eraseUser]

    private static let exportUser = RESTCommand(
        .userData, "export_user", "Everything that is kept about a user, a page at a time.", effect: .reads
    ) { (request: RESTUserExport, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.userRecordsPageMax, countMax: RESTBounds.userRecordsPageMax)
        var place = try UserExportPlace(request.next ?? "")
        // What is being kept at this moment is older than the question.
        if request.next?.isEmpty != false { try await call.node.services.journal.barrier() }
        while true {
            let page = try await call.records(of: request.user, at: place, count: count)
            let next = page.next.map { UserExportPlace(part: place.part, after: $0) } ?? place.nextPart
            // Most users have nothing in most parts. A page of events may be empty and not the last.
            if page.records.isEmpty, page.next == nil, let next {
                place = next
                continue
            }
            return RESTResponse(
                RESTUserRecords(
                    part: place.part.rawValue, records: page.records.map(RESTRecord.init), next: next?.text ?? ""))
        }
    }

    private static let eraseUser = RESTCommand(
        .userData, "erase_user",
        "Takes a user's names and texts out of everything that is kept. The ledger keeps its numbers under an alias."
    ) { (request: RESTUserErasure, call) in
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        guard try await !call.node.isPresent(request.user) else { throw Rejection(.userPresent) }
        let recordings = call.node.services.pictures.recordings
        // Nothing has changed yet where their recordings cannot be deleted.
        if recordings == nil { try await call.hasNoRecordings(of: [request.user]) }
        let limits = call.node.limits
        // Their rows get the alias, which is known for as long as the erasure is open. So it ends when no recording is left.
        var step = UserErasure(
            user: request.user, alias: call.alias(of: request.user), givesUpCoins: request.givesUpCoins ?? false,
            at: call.at, rowsMax: limits.erasureRowsMax, mayEnd: false)
        let clock = call.node.services.clock
        let started = clock.monotonic()
        func isLate() -> Bool {
            clock.monotonic().milliseconds(since: started) >= Int64(limits.erasureCallMilliseconds)
        }
        while true {
            // Since it was asked, or since the step before, the user may have come.
            guard !call.node.isHere(request.user) else { throw Rejection(.userPresent) }
            guard case .erasure(let outcome) = try await call.rooms.keep(.erase(step)) else {
                throw Rejection(.internalError)
            }
            switch outcome {
            case .refused(let refusal): throw Rejection(refusal)
            case .stepped(var progress):
                if progress.isDone, !step.mayEnd {
                    call.node.erased(request.user)
                    let owners = [progress.alias, request.user]
                    if let recordings {
                        step.mayEnd = try await recordings.deleteAll(of: owners, isLate: isLate)
                    } else {
                        try await call.hasNoRecordings(of: owners)
                        step.mayEnd = true
                    }
                    progress.isDone = false
                    // What ends the erasure is one row: it is not put off.
                    if step.mayEnd { continue }
                }
                guard progress.isDone || isLate() else { continue }
                return RESTResponse(RESTErasedUser(user: request.user, progress))
            }
        }
    }
}

/// A kind of records in the export of a user, in the order in which they are handed out.
enum UserExportPart: String, CaseIterable {
    case profile, wallet, earnings, lives, roles, sanctions, visits, moderation, orders, billingOrders, events
}

/// Where a page of an export begins.
struct UserExportPlace: Equatable {
    let part: UserExportPart
    /// The place within the part, 0 at its beginning.
    let after: Int64

    init(part: UserExportPart, after: Int64 = 0) {
        self.part = part
        self.after = after
    }

    /// Reads what the page before said; empty for the beginning.
    ///
    /// - Throws: `illegalParameter` for a text that no page says.
    init(_ text: String) throws(Rejection) {
        guard !text.isEmpty else {
            self.init(part: .profile)
            return
        }
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let part = UserExportPart(rawValue: String(words[0])), let after = Int64(words[1]),
            after >= 0
        else { throw Rejection(.illegalParameter, "\"Next\" is what the page before answered.") }
        self.init(part: part, after: after)
    }

    /// What the next page has to say.
    var text: String { "\(part.rawValue)/\(after)" }

    /// The beginning of the next part; nil after the last one.
    var nextPart: UserExportPlace? {
        let parts = UserExportPart.allCases
        guard let index = parts.firstIndex(of: part), index + 1 < parts.count else { return nil }
        return UserExportPlace(part: parts[index + 1])
    }
}

extension RESTCall {
    /// Records of a part, and where the next page of the part begins.
    fileprivate func records(
        of user: UserID, at place: UserExportPlace, count: Int
    ) async throws -> (records: [JSONValue], next: Int64?) {
        let storage = node.services.storage
        switch place.part {
        case .profile:
            guard let profile = try await storage.profiles(of: [user])[user] else { return ([], nil) }
            return ([try JSONValue(encoding: profile)], nil)
        case .wallet: return try await entries(of: .user(user), place, count)
        case .earnings: return try await entries(of: .host(user), place, count)
        case .lives, .roles, .sanctions, .visits, .moderation, .orders, .billingOrders, .events:
            guard let part = UserRecordPart(rawValue: place.part.rawValue) else { return ([], nil) }
            let page = try await storage.userRecords(
                UserRecordQuery(user: user, part: part, after: place.after, limit: count))
            return (
                try page.records.map { try WireJSON.decode(JSONValue.self, from: Data($0.utf8)) }, page.next
            )
        }
    }

    private func entries(
        of account: AccountID, _ place: UserExportPlace, _ count: Int
    ) async throws -> (records: [JSONValue], next: Int64?) {
        let entries = try await node.services.storage.entries(
            of: account, before: place.after > 0 ? place.after : nil, limit: count)
        let records = entries.map { entry in
            JSONValue.object([
                "number": .whole(entry.number), "amount": .whole(entry.amount.amount),
                "kind": .text(entry.kind.rawValue), "reference": .text(entry.reference),
                "at": .whole(entry.at.milliseconds),
            ])
        }
        return (records, entries.count == count ? entries.last?.number : nil)
    }

    /// Finds that these users have no recordings, at a server that cannot delete any.
    ///
    /// - Throws: `recordingsOff` where there are some.
    fileprivate func hasNoRecordings(of owners: [UserID]) async throws {
        for owner in owners {
            let found = try await node.services.storage.recordings(RecordingQuery(.all, owner: owner, limit: 1))
            guard found.isEmpty else {
                throw Rejection(
                    .recordingsOff,
                    "The user has recordings, and this server has no recording.directory. Set it, or erase at a server that has it."
                )
            }
        }
    }

    /// What is kept in place of a user's id. The same user has the same one, and nobody can tell the user from it without the secret.
    fileprivate func alias(of user: UserID) -> UserID {
        let hash = Digest.hmacSHA256(
            Array("ovation erased user \(user)".utf8), key: Array(node.configuration.secret.utf8))
        return UserID(unchecked: "erased_" + String(Digest.hexadecimal(hash).prefix(16)))
    }
}

extension JSONValue {
    /// The JSON of a value of the model.
    fileprivate init(encoding value: some Encodable) throws {
        self = try WireJSON.decode(JSONValue.self, from: Data(WireJSON.bytes(value)))
    }
}

extension Rejection {
    /// Why a user is not erased.
    fileprivate init(_ refusal: ErasureRefusal) {
        switch refusal {
        case .liveIsOn: self.init(.userPresent)
        case .openOrders: self.init(.userHasOpenOrders)
        case .coinsLeft(let wallet, let earned):
            self.init(
                .userHasCoins,
                """
                The user still has \(wallet) coins to spend and \(earned) that were earned. Move them by a correction, or say that they \
                are given up ("GivesUpCoins").
                """)
        }
    }
}

private struct RESTUserExport: Codable, Sendable {
    let user: UserID
    let count: Int?
    let next: String?

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case count = "Count"
        case next = "Next"
    }
}

/// A record as it is kept, whatever its fields are.
private struct RESTRecord: Codable, Sendable, RESTDescribed {
    static let restSchema = RESTSchema.object([])
    static let restExample = RESTRecord(value: .object([:]))

    let value: JSONValue

    init(value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A page of what is kept about a user.
private struct RESTUserRecords: Codable, Sendable {
    let part: String
    let records: [RESTRecord]
    let next: String

    enum CodingKeys: String, CodingKey {
        case part = "Part"
        case records = "RecordList"
        case next = "Next"
    }
}

private struct RESTUserErasure: Codable, Sendable {
    let user: UserID
    let givesUpCoins: Bool?
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case givesUpCoins = "GivesUpCoins"
        case reason = "Reason"
    }
}

private struct RESTErasedUser: Codable, Sendable {
    let user: UserID
    let alias: UserID
    let changedCount: Int
    let isDone: Bool

    init(user: UserID, _ progress: ErasureProgress) {
        self.user = user
        alias = progress.alias
        changedCount = progress.changedCount
        isDone = progress.isDone
    }

    enum CodingKeys: String, CodingKey {
        case user = "User_Account"
        case alias = "Alias"
        case changedCount = "ChangedCount"
        case isDone = "IsDone"
    }
}
