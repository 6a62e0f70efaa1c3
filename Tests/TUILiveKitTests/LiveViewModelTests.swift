import OvationModel
import Testing

@testable import TUILiveKit

/// When a message list follows its end, and what an audience strip shows.
@Suite struct LiveViewModelTests {
    @Test func `a list follows its end until the reader scrolls up, then counts the new messages`() {
        var following = MessageFollowing()
        following.messagesChanged([1, 2, 3])
        #expect(following.isFollowing && following.newCount == 0)
        following.setAtEnd(false)
        following.messagesChanged([2, 3, 4, 5])
        #expect(following.newCount == 2)
        // The list is bounded, and a dropped message does not count as new.
        following.messagesChanged([4, 5, 6])
        #expect(following.newCount == 3)
        // A late message in the middle of the list does not count as new.
        following.messagesChanged([4, 5, 5, 6])
        #expect(following.newCount == 3)
        following.setAtEnd(true)
        #expect(following.isFollowing && following.newCount == 0)
    }

    @Test func `another live starts a new count`() {
        var following = MessageFollowing()
        following.messagesChanged([100])
        following.setAtEnd(false)
        following.messagesChanged([])
        following.messagesChanged([1, 2])
        #expect(following.newCount == 2)
    }

    @Test func `a strip shows the latest viewers first and the number of others`() {
        let users = (1...4).map { UserInfo(userID: UserID(unchecked: "u\($0)"), userName: "user \($0)") }
        let content = AudienceStripContent(viewers: users, count: 10, shownMax: 3)
        #expect(content.shown.map(\.userID.rawValue) == ["u4", "u3", "u2"] && content.others == 7)
        #expect(AudienceStripContent(viewers: users, count: 0, shownMax: -1).shown.isEmpty)
        // Either the count or the list may be newer than the other.
        #expect(AudienceStripContent(viewers: users, count: 2, shownMax: 9).others == 0)
        #expect(AudienceStripContent.initial(of: users[0]) == "U")
    }
}
