import OvationModel
import Testing

@testable import TUILiveKit

/// When a list of messages follows its end, and what a strip of viewers shows.
@Suite struct LiveViewModelTests {
    @Test func `a list follows its end until the reader scrolls up, and then counts what is new`() {
        var following = MessageFollowing()
        following.messagesChanged([1, 2, 3])
        #expect(following.isFollowing && following.newCount == 0)
        following.setAtEnd(false)
        following.messagesChanged([2, 3, 4, 5])
        #expect(following.newCount == 2)
        // The list is bounded: what it forgets is not new.
        following.messagesChanged([4, 5, 6])
        #expect(following.newCount == 3)
        // A message that came late to its place is none of the newest.
        following.messagesChanged([4, 5, 5, 6])
        #expect(following.newCount == 3)
        following.setAtEnd(true)
        #expect(following.isFollowing && following.newCount == 0)
    }

    @Test func `another live counts from its beginning`() {
        var following = MessageFollowing()
        following.messagesChanged([100])
        following.setAtEnd(false)
        following.messagesChanged([])
        following.messagesChanged([1, 2])
        #expect(following.newCount == 2)
    }

    @Test func `a strip shows who entered last first, and how many others there are`() {
        let users = (1...4).map { UserInfo(userID: UserID(unchecked: "u\($0)"), userName: "user \($0)") }
        let content = AudienceStripContent(viewers: users, count: 10, shownMax: 3)
        #expect(content.shown.map(\.userID.rawValue) == ["u4", "u3", "u2"] && content.others == 7)
        #expect(AudienceStripContent(viewers: users, count: 0, shownMax: -1).shown.isEmpty)
        // The count is newer than the list, or the list is.
        #expect(AudienceStripContent(viewers: users, count: 2, shownMax: 9).others == 0)
        #expect(AudienceStripContent.initial(of: users[0]) == "U")
    }
}
