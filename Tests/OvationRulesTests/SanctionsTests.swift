import OvationModel
import OvationTestKit
import Testing

@testable import OvationRules

/// Lists that are read a page at a time, and the cost of a page.
struct SanctionsTests {
    /// The numbers from 0 as a list that counts its reads.
    private final class Looked: RandomAccessCollection {
        let endIndex: Int
        private(set) var looks = 0

        init(_ size: Int) { endIndex = size }

        var startIndex: Int { 0 }

        subscript(position: Int) -> Int {
            looks += 1
            return position
        }
    }

    @Test(arguments: [nil, 0, 7, 49_999])
    func `a page has exactly the requested elements and reads no others, wherever it starts`(excluded: Int?) {
        let size = 50_000
        let counted = (0..<size).filter { $0 != excluded }
        for offset in [0, 1, 6, 7, 8, 100, 25_000, 49_997, 49_998, 49_999, 50_000, .max, -1] {
            for count in [0, 1, 2, 200, -1] {
                let list = Looked(size)
                let page = list.page(from: offset, count: count, without: excluded)
                let isIn = offset >= 0 && offset < counted.count && count > 0
                #expect(page == (isIn ? Array(counted[offset...].prefix(count)) : []), "\(count) from \(offset)")
                #expect(list.looks == page.count)
            }
        }
    }

    @Test func `sanctions agree with a plain table, whatever is set, lifted and expired`() {
        var random = SeededGenerator.printed()
        for _ in 0..<50 {
            var sanctions = Sanctions([:])
            var table: [UserID: RoomRecord.Until] = [:]
            var now = Timestamp(milliseconds: 1_000)
            for _ in 0..<100 {
                let user = UserID(unchecked: "u\(random.number(0...9))")
                switch random.number(0...3) {
                case 0:
                    sanctions[user] = nil
                    table[user] = nil
                case 1:
                    now = now.adding(milliseconds: Int64(random.number(0...30)))
                    let over = table.filter { $0.value.holding(at: now) == nil }.keys
                    #expect(Set(sanctions.removeOver(at: now)) == Set(over))
                    for user in over { table[user] = nil }
                default:
                    let time = random.chance(0.2) ? nil : now.adding(milliseconds: Int64(random.number(-5...50)))
                    sanctions[user] = RoomRecord.Until(time)
                    table[user] = RoomRecord.Until(time)
                }
                #expect(sanctions.users == table.keys.sorted())
                for number in 0...9 {
                    let user = UserID(unchecked: "u\(number)")
                    #expect(sanctions[user] == table[user])
                }
                #expect(Sanctions(table).users == sanctions.users)
            }
        }
    }

    @Test func `a limited number of users is muted or banned at once, and others can be when one expires`() throws {
        var limits = Limits.withoutRates
        limits.mutesMax = 2
        limits.bansMax = 2
        let live = TestLive(limits: limits)
        let commands: [(String, Int64?) -> RoomCommand] = [
            { .muting($0, seconds: $1) }, { .banning($0, seconds: $1) },
        ]
        for command in commands {
            try live.perform(command("a", 10), as: "owner")
            try live.perform(command("b", nil), as: "owner")
            #expect(live.refusal(command("c", 10), as: "owner") == .tooManySanctions)
            // The time of a user who already has a sanction may change.
            #expect(live.refusal(command("a", 5), as: "owner") == nil)
            live.pass(seconds: 5)
            #expect(live.refusal(command("c", nil), as: "owner") == nil)
            #expect(live.refusal(command("d", nil), as: "owner") == .tooManySanctions)
        }
        #expect(live.muted.map(\.userID.rawValue) == ["b", "c"])
        #expect(live.banned.map(\.user.userID.rawValue) == ["b", "c"])
    }
}
