import Foundation
import OvationModel
import OvationTestKit
import Testing

@Suite struct CoinsTests {
    @Test func `coins reach from -(2^53-1) to 2^53-1`() {
        let limit: Int64 = 9_007_199_254_740_991
        #expect(Coins(limit) == .max)
        #expect(Coins(-limit) == Coins.max.negated)
        for amount in [limit + 1, -limit - 1, .max, .min] { #expect(Coins(amount) == nil, "\(amount)") }
    }

    @Test func `sums, differences and products out of range are nil`() {
        let one = Samples.coins(1)
        #expect(Coins.max.adding(one) == nil)
        #expect(Coins.max.subtracting(one.negated) == nil)
        #expect(Coins.max.negated.subtracting(one) == nil)
        #expect(Coins.max.adding(one.negated)?.amount == Coins.max.amount - 1)
        #expect(Coins.max.multiplied(by: 2) == nil)
        #expect(Coins.max.multiplied(by: .max) == nil)
        #expect(Samples.coins(3).multiplied(by: .min) == nil)
        #expect(Coins.max.multiplied(by: -1) == Coins.max.negated)
        #expect(Coins.zero.multiplied(by: .max) == .zero)
        #expect(Samples.coins(99).multiplied(by: 9_999)?.amount == 989_901)
    }

    @Test(
        arguments: [
            (0, 50, 0), (1, 50, 0), (2, 50, 1), (99, 33, 32), (100, 33, 33), (199, 99, 197), (1, 100, 1), (1, 0, 0),
            (9_007_199_254_740_991, 100, 9_007_199_254_740_991), (9_007_199_254_740_991, 50, 4_503_599_627_370_495),
            (9_007_199_254_740_991, 99, 8_917_127_262_193_581),
        ] as [(Int64, Int, Int64)])
    func `a share is rounded down and never overflows`(_ amount: Int64, _ percent: Int, _ share: Int64) {
        #expect(Samples.coins(amount).share(percent: percent).amount == share)
    }

    @Test func `a share and its rest add up to the amount`() {
        var random = SeededGenerator.printed()
        for _ in 0..<10_000 {
            let amount = Samples.coins(Int64.random(in: 0...Coins.max.amount, using: &random))
            let percent = random.number(0...100)
            let share = amount.share(percent: percent)
            #expect(share >= .zero && share <= amount, "seed \(random.seed)")
            let exact = (Double(amount.amount) * Double(percent) / 100).rounded(.down)
            #expect(
                abs(Double(share.amount) - exact) <= max(1, exact * 1e-15), "seed \(random.seed): \(amount) \(percent)")
        }
    }

    @Test func `coins travel as a whole number in range`() throws {
        #expect(
            String(decoding: try JSONEncoder().encode([Samples.coins(-7), .max]), as: UTF8.self)
                == "[-7,9007199254740991]")
        #expect(try JSONDecoder().decode([Coins].self, from: Data("[0, 12]".utf8)) == [.zero, Samples.coins(12)])
        for text in ["[9007199254740992]", "[1.5]", "[\"1\"]", "[null]", "[1e30]"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([Coins].self, from: Data(text.utf8)) }
        }
    }

    @Test func `coins are ordered by their amount`() {
        #expect([5, -5, 0].map(Samples.coins).sorted().map(\.amount) == [-5, 0, 5])
        #expect("\(Samples.coins(1_000))" == "1000")
    }
}
