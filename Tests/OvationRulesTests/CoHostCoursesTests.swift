import OvationModel
import Testing

@testable import OvationRules

/// What a home keeps of links and battles.
@Suite struct CoHostCoursesTests {
    private let now = Timestamp(milliseconds: 1_000_000)

    private func side(_ number: Int, _ state: BattleSide.State) -> BattleSide {
        let user = UserInfo(userID: UserID(unchecked: "host\(number)"), userName: "Host \(number)")
        return BattleSide(host: CoHost(liveID: LiveID(unchecked: "live\(number)"), user: user), state: state)
    }

    @Test func `of battles that one live begins and leaves without end, only the last are known`() {
        var courses = CoHostCourses(livesMax: 9, at: now)
        var forgotten: Set<CoHostAddress> = []
        for number in 0..<50 {
            let id = BattleID(unchecked: "b\(number)")
            let at = now.adding(seconds: Int64(number))
            let battle = Battle(
                battleID: id, seconds: 60, needsResponse: true, extensionInfo: "", createdAt: at,
                deadline: at.adding(seconds: 10), sides: [side(1, .taking), side(2, .calling)])
            let ticket = CoHostTicket(unchecked: "t\(number)")
            let steps: [(Int, CoHostStep)] = [
                (1, .open(battle, ticket: ticket)), (1, .gone(ticket: ticket)),
                (2, .gone(ticket: CoHostTicket(unchecked: "\(id)-1"))),
            ]
            for (live, step) in steps {
                let from = CoHostAddress.live(LiveID(unchecked: "live\(live)"))
                let outcome = courses.receive(CoHostLetter(from: from, to: .battle(id), step), at: at)
                forgotten.formUnion(outcome.changed.filter { courses.course(at: $0)?.course == nil })
            }
        }
        #expect(courses.battles.count == CoHostCourses.finishedBattlesMax)
        #expect(courses.battles[BattleID(unchecked: "b49")] != nil)
        #expect(forgotten.count == 50 - CoHostCourses.finishedBattlesMax, "each is deleted from the storage, too")
    }
}
