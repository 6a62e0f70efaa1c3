import OvationModel
import OvationRules
import Testing

@Suite struct WordEditTests {
    private let list = [FilterWord("spoiler"), FilterWord("darn", action: .mask)]

    @Test func `words are added at the end and removed by their text`() {
        let edit = WordEdit(added: [FilterWord("meh")], removed: ["spoiler", "never there"])
        #expect(edit.applied(to: list).map(\.text) == ["darn", "meh"])
        #expect(WordEdit().isEmpty)
        #expect(WordEdit().applied(to: list) == list)
    }

    @Test func `a word that is added again takes the place of the older one`() {
        let edit = WordEdit(added: [FilterWord("spoiler", action: .log)], removed: ["spoiler"])
        #expect(edit.applied(to: list) == [FilterWord("darn", action: .mask), FilterWord("spoiler", action: .log)])
    }
}
