import OvationStorage
import Testing

/// What operators are told of the nodes of a cluster, and which versions may serve together.
struct ClusterCheckTests {
    private static func node(_ name: String, _ slot: Int64, _ change: (inout ClusterNode) -> Void = { _ in })
        -> ClusterNode
    {
        var node = ClusterNode(
            seat: NodeSeat(slot: slot, incarnation: 1), name: name, version: "1.0", state: .serving,
            leaseAge: .milliseconds(900), clockAheadMilliseconds: 20, report: NodeReport())
        change(&node)
        return node
    }

    private static func check(_ nodes: [ClusterNode], homeless: Int = 0) -> ClusterCheck {
        ClusterCheck(nodes: nodes, livesWithoutHome: homeless, leaseMilliseconds: 3_000)
    }

    @Test func `servers that fit together have no problem, and those that are gone are not looked at`() {
        let gone = Self.node("three", 3) { node in
            node.state = .gone
            node.leaseAge = .seconds(3_600)
            node.speaks = 9
        }
        let check = Self.check([Self.node("one", 1), Self.node("two", 2), gone])
        #expect(check.problems == [] && check.notes == [])
    }

    @Test func `everything that does not fit is said in a sentence that names the server`() {
        let wrong: [(words: String, change: (inout ClusterNode) -> Void)] = [
            ("lease for 3001 ms", { $0.leaseAge = .milliseconds(3_001) }),
            ("clock of \"two\" is -1001 ms", { $0.clockAheadMilliseconds = -1_001 }),
            ("it has no storage", { $0.report = NodeReport(missing: ["storage"]) }),
            ("does not hear \"one\"", { $0.report = NodeReport(unheard: [1]) }),
            ("versions 1 to 3", { $0.speaks = 3 }),
        ]
        for (words, change) in wrong {
            let problems = Self.check([Self.node("one", 1), Self.node("two", 2, change)]).problems
            #expect(problems.count == 1 && problems.first?.contains(words) == true, "\(words): \(problems)")
        }
        #expect(Self.check([]).problems.first?.contains("Start one") == true)
        let homeless = Self.check([Self.node("one", 1), Self.node("two", 2)], homeless: 2)
        #expect(homeless.problems.first?.contains("nobody runs: 2") == true)
    }

    @Test func `what may be on purpose for a while is a note`() {
        let two = Self.node("two", 2) { node in
            node.version = "1.1"
            node.speaks = 2
            node.isDraining = true
            node.report = NodeReport(missing: ["draining"])
        }
        let check = Self.check([Self.node("one", 1), two])
        #expect(check.problems == [])
        #expect(check.notes.contains { $0.contains("1.0 and 1.1") } && check.notes.contains { $0.contains("drained") })
        #expect(Self.check([Self.node("one", 1)]).notes.contains { $0.contains("Start another") })
        let silent = Self.check([Self.node("one", 1), Self.node("two", 2) { $0.report = nil }])
        #expect(silent.problems == [] && silent.notes.contains { $0.contains("says nothing") })
    }

    @Test func `a server whose broker is away does not say besides that it hears nobody`() {
        let two = Self.node("two", 2) { $0.report = NodeReport(missing: ["broker"], unheard: [1]) }
        let problems = Self.check([Self.node("one", 1), two]).problems
        #expect(problems.count == 1 && problems[0].contains("no broker"), "\(problems)")
    }

    @Test func `versions may serve together that differ by one, and two is refused with a sentence`() {
        let others = [Self.node("one", 1) { $0.speaks = 4 }, Self.node("two", 2) { $0.speaks = 5 }]
        #expect(NodeProtocol.refusal(of: 4, beside: others) == nil)
        #expect(NodeProtocol.refusal(of: 5, beside: others) == nil)
        #expect(NodeProtocol.refusal(of: 9, beside: []) == nil)
        let newer = NodeProtocol.refusal(of: 6, beside: others)
        #expect(newer?.contains("\"one\"") == true && newer?.contains("Upgrade that server") == true, "\(newer ?? "")")
        let older = NodeProtocol.refusal(of: 3, beside: others)
        #expect(older?.contains("\"two\"") == true && older?.contains("newer version here") == true, "\(older ?? "")")
    }
}
