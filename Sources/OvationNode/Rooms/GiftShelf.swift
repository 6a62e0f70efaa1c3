package import OvationModel
import OvationWire
import Synchronization

/// The gift catalogue in memory, with the panels of the languages that were asked for.
///
/// Every event loop reads it, for each `gift.list` and each order: the home of a live looks the price up. The lock only guards a lookup
/// or a swap. Slow work such as encoding happens on a copy, outside the lock.
package final class GiftShelf: Sendable {
    /// How many panels are cached. The panel of any other language is encoded for each request.
    private static let languagesMax = 64

    private struct State {
        let catalogue: GiftCatalogue
        let gifts: [GiftID: Gift]
        let languages: Set<String>
        /// Which catalogue this is, so that a panel of an earlier one is not kept for this one.
        let version: Int
        /// Its version in the storage.
        let storedVersion: Int64
        var panels: [String: [UInt8]]

        init(_ catalogue: GiftCatalogue, version: Int, storedVersion: Int64, panels: [String: [UInt8]] = [:]) {
            self.catalogue = catalogue
            self.version = version
            self.storedVersion = storedVersion
            self.panels = panels
            languages = catalogue.languages
            gifts = Dictionary(
                catalogue.items.map { ($0.gift.giftID, $0.gift) }, uniquingKeysWith: { first, _ in first })
        }

        /// The language whose panel is the answer: the asked one where there are texts in it, else its base, else none.
        /// Whatever clients ask for, there are no more panels than languages.
        func key(_ language: String?) -> String {
            guard let language = language.map(GiftLanguage.init) else { return "" }
            return [language.normalized, language.base].first(where: languages.contains) ?? ""
        }
    }

    private let state: Mutex<State>

    /// Makes a shelf.
    ///
    /// - Parameter storedVersion: the catalogue's version in the storage.
    init(_ catalogue: GiftCatalogue, storedVersion: Int64 = 0) {
        state = Mutex(State(catalogue, version: 0, storedVersion: storedVersion))
    }

    /// The whole catalogue.
    package var catalogue: GiftCatalogue { state.withLock { $0.catalogue } }

    /// The whole catalogue and its version in the storage.
    var stored: (catalogue: GiftCatalogue, version: Int64) { state.withLock { ($0.catalogue, $0.storedVersion) } }

    /// A gift with its default texts; nil where there is none with the id.
    func gift(_ id: GiftID) -> Gift? { state.withLock { $0.gifts[id] } }

    /// Takes over a changed catalogue. One caller at a time.
    ///
    /// - Parameter storedVersion: its version in the storage.
    func replace(_ catalogue: GiftCatalogue, storedVersion: Int64) {
        let (version, asked) = state.withLock { ($0.version + 1, Array($0.panels.keys)) }
        var next = State(catalogue, version: version, storedVersion: storedVersion)
        // Every viewer is notified and requests the panel at once, in the same language as before.
        for key in asked where key.isEmpty || next.languages.contains(key) {
            next.panels[key] = Self.panel(of: catalogue, key: key)
        }
        let ready = next
        state.withLock { $0 = ready }
    }

    /// The answer to `gift.list` in a language, as JSON.
    func panel(language: String?) -> [UInt8] {
        let (ready, catalogue, key, version) = state.withLock { state in
            let key = state.key(language)
            return (state.panels[key], state.catalogue, key, state.version)
        }
        if let ready { return ready }
        let panel = Self.panel(of: catalogue, key: key)
        state.withLock { state in
            if state.version == version, state.panels.count < Self.languagesMax { state.panels[key] = panel }
        }
        return panel
    }

    private static func panel(of catalogue: GiftCatalogue, key: String) -> [UInt8] {
        WireJSON.bytes(GiftPanel(categories: catalogue.panel(language: key.isEmpty ? nil : key)))
    }
}
