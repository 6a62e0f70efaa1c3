import OvationModel
import OvationRules
import OvationTestKit
import Testing

@testable import OvationNode

/// The reading of a live's board, and the facts that the rules get from it.
struct BoardReadingTests {
    private static func place(_ user: String, _ coins: Int64) -> Ranking.Place {
        Ranking.Place(user: Samples.user(user), coins: Samples.coins(coins), gifterLevel: nil)
    }

    @Test func `senders who were ranked while the board was read are ranked again after it`() {
        var board = BoardReading()
        board.ranked(Self.place("early", 1))
        #expect(board.begin() == true)
        board.ranked(Self.place("ann", 5))
        board.ranked(Self.place("ben", 7))
        let (facts, isWantedAgain) = board.finish([Self.place("ann", 3)])
        #expect(
            facts == [
                .boardRead([Self.place("ann", 3)], isStale: true), .ranked(Self.place("ann", 5)),
                .ranked(Self.place("ben", 7)),
            ])
        #expect(!isWantedAgain)
    }

    @Test func `requests during a reading cause exactly one more reading`() {
        var board = BoardReading()
        #expect(board.begin() == true)
        #expect(board.begin() == false && board.begin() == false)
        #expect(board.finish([]).isWantedAgain)
        #expect(board.begin() == true)
        #expect(!board.finish([]).isWantedAgain)
    }

    @Test func `a failed reading changes nothing`() {
        var board = BoardReading()
        #expect(board.begin() == true)
        board.ranked(Self.place("ann", 5))
        #expect(board.finish(nil).facts.isEmpty)
        #expect(board.begin() == true, "the board may be read again")
    }

    @Test func `gifts that may be missing on the board are looked for once`() {
        var board = BoardReading()
        #expect(board.takeUnranked() == false)
        board.toldUnranked()
        #expect(board.takeUnranked() == true && board.takeUnranked() == false)
    }

    /// The storage counts, and is read at any moment between a request and its answer.
    @Test func `in the end the rules have the stored scores, whatever is ranked during a reading`() {
        var random = SeededGenerator.printed()
        for _ in 0..<2_000 {
            var board = BoardReading()
            var kept: [String: Int64] = [:]
            var known: [UserID: Coins] = [:]
            var answer: [Ranking.Place]?
            var isReading = false
            func read() -> [Ranking.Place] { kept.sorted { $0.key < $1.key }.map { Self.place($0.key, $0.value) } }
            func note(_ facts: [RoomFact]) {
                for fact in facts {
                    switch fact {
                    case .boardRead(let places, _):
                        known = Dictionary(uniqueKeysWithValues: places.map { ($0.user.userID, $0.coins) })
                    case .ranked(let place):
                        known[place.user.userID] = max(known[place.user.userID] ?? .zero, place.coins)
                    default: Issue.record("\(fact) does not concern the board")
                    }
                }
            }
            for _ in 0..<40 {
                switch random.number(0...3) {
                case 0:
                    let user = random.pick(["ann", "ben", "cat"])
                    kept[user, default: 0] += 1
                    // Sometimes the answer with the score is lost.
                    guard random.chance(0.8) else {
                        if board.begin() { isReading = true }
                        continue
                    }
                    let place = Self.place(user, kept[user] ?? 0)
                    note([.ranked(place)])
                    board.ranked(place)
                case 1: if board.begin() { isReading = true }
                case 2: if isReading, answer == nil { answer = read() }
                default:
                    guard let places = answer else { continue }
                    answer = nil
                    let (facts, isWantedAgain) = board.finish(places)
                    note(facts)
                    isReading = isWantedAgain && board.begin()
                }
            }
            while isReading {
                let (facts, isWantedAgain) = board.finish(answer ?? read())
                answer = nil
                note(facts)
                isReading = isWantedAgain && board.begin()
            }
            #expect(known == Dictionary(uniqueKeysWithValues: read().map { ($0.user.userID, $0.coins) }))
        }
    }
}
