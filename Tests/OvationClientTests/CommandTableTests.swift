import Foundation
import NIOCore
import OvationModel
import Testing

@testable import OvationClient

@Suite struct CommandTableTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func add(
        _ id: Int64, to table: inout CommandTable, _ onLoss: CommandTable.OnLoss = .fail, after seconds: Int64 = 10
    ) -> Bool {
        table.add(
            id: id, frame: Data("\(id)".utf8), onLoss: onLoss, deadline: start + .seconds(seconds), complete: { _ in })
    }

    private func ids(_ frames: [Data]) -> [String] { frames.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `commands are sent once, in the order of the calls`() {
        var table = CommandTable()
        for id in Int64(1)...3 { #expect(add(id, to: &table) == true) }
        #expect(ids(table.takeWaiting()) == ["1", "2", "3"])
        #expect(table.takeWaiting().isEmpty)
    }

    @Test func `an answered command leaves the table, and a second answer finds nothing`() {
        var table = CommandTable()
        #expect(add(1, to: &table) == true)
        #expect(table.take(1) != nil)
        #expect(table.take(1) == nil)
        #expect(table.count == 0)
        #expect(table.nextDeadline == nil)
    }

    @Test func `a full table refuses a command until another is answered`() {
        var table = CommandTable()
        for id in 0..<Int64(CommandTable.entriesMax) { #expect(add(id, to: &table) == true) }
        #expect(add(9_999, to: &table) == false)
        #expect(table.take(5) != nil)
        #expect(add(9_999, to: &table) == true)
    }

    @Test func `a lost connection fails commands that must not be repeated and sends the others again in order`() {
        var table = CommandTable()
        #expect(add(1, to: &table, .resend) == true)
        #expect(add(2, to: &table, .fail) == true)
        #expect(add(3, to: &table, .resendOrder) == true)
        _ = table.takeWaiting()
        #expect(add(4, to: &table, .fail) == true)
        let lost = table.connectionLost()
        #expect(lost.count == 1)
        guard case .unanswered(let rejection, wasSent: true) = lost.first?.outcome else {
            Issue.record("the command did not fail with the lost connection")
            return
        }
        #expect(rejection.code == .networkUnavailable)
        #expect(ids(table.takeWaiting()) == ["1", "3", "4"])
    }

    @Test func `an order sent the maximum number of times ends with outcomeUnknown`() {
        var table = CommandTable()
        #expect(add(1, to: &table, .resendOrder) == true)
        for send in 1...CommandTable.orderSendsMax {
            #expect(ids(table.takeWaiting()) == ["1"])
            let lost = table.connectionLost()
            #expect(lost.isEmpty == (send < CommandTable.orderSendsMax))
            if let last = lost.first, case .unanswered(let rejection, wasSent: true) = last.outcome {
                #expect(rejection.code == .outcomeUnknown)
            }
        }
        #expect(table.count == 0)
    }

    @Test func `each command times out at its own deadline`() {
        var table = CommandTable()
        #expect(add(1, to: &table, after: 10) == true)
        #expect(add(2, to: &table, .resendOrder, after: 5) == true)
        #expect(table.nextDeadline == start + .seconds(5))
        #expect(table.expire(at: start + .seconds(4)).isEmpty)
        let early = table.expire(at: start + .seconds(5))
        // It was never sent, so the outcome is known: nothing happened.
        guard case .unanswered(let rejection, wasSent: false) = early.first?.outcome else {
            Issue.record("the command did not expire")
            return
        }
        #expect(rejection.code == .networkUnavailable)
        #expect(table.nextDeadline == start + .seconds(10))
        #expect(table.expire(at: start + .seconds(10)).count == 1)
    }

    @Test func `a postponed order is sent again at its time, and not before`() {
        var table = CommandTable()
        #expect(add(1, to: &table, .resendOrder) == true)
        _ = table.takeWaiting()
        #expect(table.postpone(1, at: start) { .seconds(Int64($0)) } == true)
        #expect(table.nextDeadline == start + .seconds(1))
        table.resume(at: start)
        #expect(table.takeWaiting().isEmpty)
        table.resume(at: start + .seconds(1))
        #expect(ids(table.takeWaiting()) == ["1"])
        #expect(table.nextDeadline == start + .seconds(10))
        #expect(table.postpone(1, at: start) { .seconds(Int64($0)) } == true)
        #expect(table.nextDeadline == start + .seconds(2))
        #expect(table.take(1) != nil)
        #expect(table.nextDeadline == nil)
    }

    @Test func `only an order can be postponed, within its number of sends and its deadline`() {
        var table = CommandTable()
        #expect(add(1, to: &table, .resend) == true)
        #expect(add(2, to: &table, .resendOrder) == true)
        _ = table.takeWaiting()
        #expect(table.postpone(1, at: start) { _ in .seconds(1) } == false)
        #expect(table.postpone(3, at: start) { _ in .seconds(1) } == false)
        #expect(table.postpone(2, at: start) { _ in .seconds(10) } == false)
        for _ in 1..<CommandTable.orderSendsMax {
            #expect(table.postpone(2, at: start) { _ in .seconds(1) } == true)
            table.resume(at: start + .seconds(1))
            #expect(ids(table.takeWaiting()) == ["2"])
        }
        #expect(table.postpone(2, at: start) { _ in .seconds(1) } == false)
    }

    @Test func `a postponed order is sent once on the next connection`() {
        var table = CommandTable()
        #expect(add(1, to: &table, .resendOrder) == true)
        _ = table.takeWaiting()
        #expect(table.postpone(1, at: start) { _ in .seconds(1) } == true)
        #expect(table.connectionLost().isEmpty)
        #expect(ids(table.takeWaiting()) == ["1"])
        table.resume(at: start + .seconds(1))
        #expect(table.takeWaiting().isEmpty)
    }
}
