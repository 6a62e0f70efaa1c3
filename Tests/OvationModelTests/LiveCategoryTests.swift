import OvationModel
import Testing

/// What an operator may write for a category of lives.
@Suite struct LiveCategoryTests {
    @Test(arguments: ["1=Music", "0=All sorts", "12=Music;zh-Hans=音乐;ja=音楽", "3=R&B \"live\""])
    func `a number with names is a category`(text: String) throws {
        let category = try #require(LiveCategory(text))
        #expect(category.text == text)
        #expect(text.hasPrefix("\(category.number)="))
    }

    @Test(arguments: [
        "", "Music", "1", "1=", "=Music", "-1=Music", "x=Music", "1=Music;", "1=Music;ja", "1=Music;ja=", "1=Music;=音楽",
        "1=Music;j4=x", "1=a,b", "1=a=b", "1=a\nb", "1=" + String(repeating: "a", count: 41),
        "99999999999999999999=Music",
    ])
    func `anything else is none`(text: String) {
        #expect(LiveCategory(text) == nil)
    }
}
