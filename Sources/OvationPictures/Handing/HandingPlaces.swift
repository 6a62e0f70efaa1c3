import OvationModel
import OvationSupport

/// How many requests are handed on at a time: of all clients, and of each address. Pure.
struct HandingPlaces {
    /// One that is handed on.
    struct Place: Sendable, Hashable {
        /// Nil where the address is not known. Those count together.
        let address: AddressKey?
    }

    private let countMax: Int
    private let addressMax: Int
    private(set) var count = 0
    private var byAddress: [AddressKey?: Int] = [:]

    /// - Parameter addressMax: of one address; 0 for no limit of its own.
    init(countMax: Int, addressMax: Int) {
        self.countMax = countMax
        self.addressMax = addressMax
    }

    /// Takes a place for a client.
    ///
    /// - Throws: which limit is reached.
    mutating func take(for address: AddressKey?) throws(MediaRefusal) -> Place {
        guard count < countMax else {
            throw MediaRefusal(
                .mediaBusy, "This server hands at most \(countMax) requests on to others (media.handedOnMax).")
        }
        guard addressMax == 0 || byAddress[address, default: 0] < addressMax else {
            throw MediaRefusal(
                .mediaBusy,
                "This server hands at most \(addressMax) requests of an address on to others (media.handedOnAddressMax).")
        }
        count += 1
        byAddress[address, default: 0] += 1
        return Place(address: address)
    }

    /// Gives a place back. Each is given back once.
    mutating func give(_ place: Place) {
        guard let ofAddress = byAddress[place.address] else { return }
        count -= 1
        byAddress[place.address] = ofAddress > 1 ? ofAddress - 1 : nil
    }

    /// How many addresses are counted.
    var addressCount: Int { byAddress.count }
}
