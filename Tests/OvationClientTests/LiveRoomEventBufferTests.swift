import OvationModel
import OvationTestKit
import Testing

@testable import OvationClient

@Suite struct LiveRoomEventBufferTests {
    private func event(_ number: Int, givesWay: Bool) -> LiveRoomEvent {
        let user = UserInfo(userID: UserID(unchecked: "u\(number)"))
        guard givesWay else { return .appointed(AudienceAppointed(user: user, isAdmin: true, by: nil)) }
        return .viewerJoined(user)
    }

    @Test func `random events stay bounded and ordered, and each is delivered or counted as missed`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var buffer = LiveRoomEventBuffer(max: 8)
        var (last, told, missed, added) = (-1, 0, 0, 0)
        for number in 0..<4_000 {
            if Bool.random(using: &random) || number % 100 < 50 {
                buffer.add(event(number, givesWay: Int.random(in: 0..<3, using: &random) > 0), version: number)
                added += 1
            } else if let entry = buffer.take() {
                if case .missed(let count) = entry.event {
                    missed += count
                } else {
                    #expect(entry.version > last)
                    last = entry.version
                    told += 1
                }
            }
            #expect(buffer.count <= 8)
        }
        while let entry = buffer.take() {
            if case .missed(let count) = entry.event { missed += count } else { told += 1 }
        }
        #expect(told + missed == added && missed > 0)
    }

    @Test func `a full buffer drops events that give way first, then the oldest`() {
        var buffer = LiveRoomEventBuffer(max: 2)
        buffer.add(event(1, givesWay: false), version: 1)
        buffer.add(event(2, givesWay: true), version: 2)
        buffer.add(event(3, givesWay: false), version: 3)
        buffer.add(event(4, givesWay: false), version: 4)
        var versions: [Int] = []
        while let entry = buffer.take() { versions.append(entry.version) }
        #expect(versions == [0, 3, 4])
    }
}
