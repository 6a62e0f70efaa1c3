import OvationModel
import OvationWire
import Synchronization

/// The gift catalogue in memory, with the panels of the languages that were asked for.
final class GiftShelf: Sendable {
    /// How many languages are kept ready; whoever asks for more gets theirs made each time.
    private static let languagesMax = 64

    private struct State {
        var catalogue: GiftCatalogue
        var gifts: [GiftID: Gift]
        var panels: [String: [UInt8]] = [:]

        init(_ catalogue: GiftCatalogue) {
            self.catalogue = catalogue
            gifts = Dictionary(
                catalogue.items.map { ($0.gift.giftID, $0.gift) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private let state: Mutex<State>

    init(_ catalogue: GiftCatalogue) { state = Mutex(State(catalogue)) }

    /// The whole catalogue.
    var catalogue: GiftCatalogue { state.withLock { $0.catalogue } }

    /// A gift with its default texts; nil where there is none with the id.
    func gift(_ id: GiftID) -> Gift? { state.withLock { $0.gifts[id] } }

    /// Takes over a changed catalogue.
    func replace(_ catalogue: GiftCatalogue) { state.withLock { $0 = State(catalogue) } }

    /// The answer to `gift.list` in a language, as JSON.
    func panel(language: String?) -> [UInt8] {
        let key = language.map { GiftLanguage($0).normalized } ?? ""
        return state.withLock { state in
            if let panel = state.panels[key] { return panel }
            let panel = WireJSON.bytes(GiftPanel(categories: state.catalogue.panel(language: language)))
            if state.panels.count < Self.languagesMax { state.panels[key] = panel }
            return panel
        }
    }
}
