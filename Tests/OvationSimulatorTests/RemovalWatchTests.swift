import Testing

@testable import OvationSimulator

/// Which removals say that a live is over for a user.
@Suite struct RemovalWatchTests {
    @Test func `who was taken out is out until they enter again or lose the connection`() {
        var watch = RemovalWatch()
        #expect(!watch.isOut(of: "live"))
        watch.takenOut(of: "live", isEntering: false)
        #expect(watch.isOut(of: "live") && !watch.isOut(of: "other"))
        watch.entered("live")
        #expect(!watch.isOut(of: "live"))
        watch.takenOut(of: "live", isEntering: false)
        watch.disconnected()
        #expect(!watch.isOut(of: "live"))
    }

    @Test func `a removal that is replayed, or comes while an entry is under way, says nothing`() {
        var watch = RemovalWatch()
        watch.takenOut(of: "live", isEntering: true)
        #expect(!watch.isOut(of: "live"))
        watch.resumes("live")
        watch.takenOut(of: "live", isEntering: false)
        #expect(!watch.isOut(of: "live"))
        watch.entered("live")
        watch.takenOut(of: "live", isEntering: false)
        #expect(watch.isOut(of: "live"))
    }
}
