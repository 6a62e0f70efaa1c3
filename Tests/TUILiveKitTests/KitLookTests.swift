import AtomicXCore
import Foundation
import Testing

@testable import TUILiveKit

/// The look of the kit's views, as far as it is decided without UIKit.
@MainActor
@Suite struct KitLookTests {
    private static let languages = ["en", "zh-Hans", "zh-Hant", "ja", "ar"]

    private func words(_ texts: GiftTexts) -> [String] {
        Mirror(reflecting: texts).children.compactMap { $0.value as? String }
    }

    @Test func `the kit has every text in each of its five languages`() {
        let all = Self.languages.map { words(GiftTexts(languages: [$0])) }
        #expect(Set(all.map(\.count)) == [8])
        #expect(all.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
        // Some texts look the same in both Chinese scripts. Every other pair of languages differs in every text.
        for (index, one) in all.enumerated() {
            for other in all[..<index] { #expect(one != other) }
        }
        #expect(all[1...].allSatisfy { Set($0).isDisjoint(with: all[0]) }, "no English is left in another language")
    }

    @Test(arguments: [
        (["ja-JP"], "送る"), (["fr", "ar_EG", "en"], "إرسال"), (["zh-HK"], "發送"), (["zh-Hans-TW"], "发送"),
        (["fr"], "Send"),
        ([], "Send"), (["jargon", "-", ""], "Send"),
    ])
    func `the texts are those of the first supported language, or English`(languages: [String], send: String) {
        #expect(GiftTexts(languages: languages).send == send)
    }

    @Test(arguments: [14.0, 18, 24, 40, 64, .infinity, .nan])
    func `the parts of a gift never overlap at any text size`(textLine: Double) {
        let height = 127 + GiftCellLayout.growth(textLine: textLine)
        for hasButton in [false, true] {
            let cell = GiftCellLayout(width: 74, height: height, textLine: textLine, hasButton: hasButton)
            let column = hasButton ? [cell.picture, cell.price, cell.button] : [cell.picture, cell.name, cell.price]
            for (upper, lower) in zip(column, column.dropFirst()) { #expect(upper.y + upper.height <= lower.y) }
            let last = column[2]
            #expect(last.y + last.height <= height)
            #expect(cell.picture.width >= 58, "the picture is no smaller than with small text")
            for line in column.dropFirst() where textLine.isFinite { #expect(line.height >= textLine) }
        }
    }

    @Test func `large text makes the panel's cells higher, small text does not make them lower`() {
        let config = TUIGiftPanelConfig(rows: 3, itemWidth: 80, itemHeight: 130)
        #expect(config.scaled(textLine: 14).itemHeight == 130)
        #expect(config.scaled(textLine: 18).itemHeight == 130)
        #expect(config.scaled(textLine: 40).itemHeight == 130 + 22 + 22)
        #expect(config.scaled(textLine: 40).rows == 3)
        #expect(config.scaled(textLine: 40).itemWidth == 80)
    }

    @Test func `every view of the kit can be used in a storyboard`() throws {
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        _ = try #require(TUIGiftListView(coder: coder))
        _ = try #require(GiftListView(coder: coder))
        _ = try #require(TUIGiftPlayView(coder: coder))
        _ = try #require(GiftPlayView(coder: coder))
        _ = try #require(GiftSingleCell(coder: coder))
        _ = try #require(GiftComboCell(coder: coder))
        _ = try #require(GiftBatchCell(coder: coder))
    }
}
