import Foundation
import OvationModel
import OvationRules
import Testing

@testable import OvationNode

/// The bytes of what crosses are those of `Protocol/crossings`. A node of another build reads and writes the same.
@Suite struct CrossingGoldenTests {
    /// Whether missing files are written. A file that is there is never changed.
    private static let writes = ProcessInfo.processInfo.environment["OVATION_WRITE_CROSSINGS"] != nil

    @Test(arguments: CrossingSample.all)
    func `a value crosses as the bytes of its golden file, and is read from them`(sample: CrossingSample) throws {
        if Self.writes { try CrossingGolden.write(sample.encode(), sample.name) }
        let golden = try #require(
            try CrossingGolden.bytes(sample.name), "no file; OVATION_WRITE_CROSSINGS=1 writes it")
        #expect(try sample.encode() == golden)
        let read = try sample.decode(golden)
        #expect(read.content == sample.content)
        #expect(read.bytes == golden)
    }

    @Test func `every golden file is one of a value`() throws {
        let names = CrossingSample.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(try Set(CrossingGolden.names()).subtracting(names) == [])
    }

    @Test func `every case has a value, and so a golden file`() {
        func expectAll<Case: CrossingCase>(_ values: [Case.Value], have type: Case.Type) {
            let missing = Set(Case.allCases).subtracting(values.map(Case.init))
            #expect(missing.isEmpty)
        }
        let bodies = CrossingSamples.bodies.map(\.1) + [.command(.profileChanged)]
        expectAll(bodies, have: RoomRequest.Body.Name.self)
        expectAll(CrossingSamples.commands.map(\.1), have: RoomCommandName.self)
        expectAll(
            bodies.compactMap { if case .roster(let part) = $0 { part } else { nil } }, have: RoomRoster.Part.Name.self)
        expectAll(CrossingSamples.replies.map(\.1), have: RoomReply.Name.self)
        expectAll(CrossingSamples.notices.map(\.1), have: RoomNotice.Name.self)
        expectAll(CrossingSamples.edgeMessages.map(\.1), have: EdgeMessage.Name.self)
    }

    @Test func `version and kind come first`() throws {
        for (name, kind) in [("request", 1), ("answer", 2), ("notice", 3), ("edge", 4)] {
            let sample = try #require(CrossingSample.all.first { $0.name.hasPrefix(name + "-") })
            #expect(try sample.encode().prefix(2) == [1, UInt8(kind)])
        }
    }
}
