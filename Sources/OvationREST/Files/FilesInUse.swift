package import OvationModel
package import OvationRules
import OvationWire

/// Finds the uploaded files that are in use.
package enum FilesInUse {
    /// Every file whose address stands anywhere in the catalogue of gifts, or in what a live says of itself.
    ///
    /// All of what they say is looked through as JSON, so that a field that is added later, or one of the app's own, is not forgotten here.
    package static func names(_ catalogue: GiftCatalogue, _ lives: [RoomInfo]) -> Set<FileName> {
        lives.reduce(into: names(WireJSON.bytes(catalogue))) { $0.formUnion(names(WireJSON.bytes($1))) }
    }

    private static func names(_ json: [UInt8]) -> Set<FileName> {
        FileName.named(in: String(decoding: json, as: UTF8.self))
    }
}
