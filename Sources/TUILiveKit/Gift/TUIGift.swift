import AtomicXCore
import Foundation
import OvationClient

/// A gift of the panel: its name, its price and its appearance.
///
/// It may be used on any thread.
///
/// `@unchecked Sendable` is sound, because a lock guards the only mutable property.
public final class TUIGift: Codable, @unchecked Sendable {
    /// The id of the gift. It must exist in the server's catalogue for the gift to be sent.
    public let giftId: String
    /// The name.
    public let giftName: String
    /// The URL of the image in the panel.
    public let imageUrl: String
    /// The URL of the full-screen effect; empty for a gift that is shown only in a bullet.
    public let animationUrl: String
    /// The price of one gift, in coins.
    public let price: Int
    /// Fields defined by the app. A string `sha256` is the hash of the effect's file in hexadecimal digits.
    public var extInfo: [String: AnyCodable] {
        get { extra.withLock { $0 } }
        set { extra.withLock { $0 = newValue } }
    }

    private let extra: Locked<[String: AnyCodable]>

    /// Makes a gift with empty properties.
    public convenience init() { self.init(giftId: "", giftName: "", imageUrl: "", animationUrl: "", price: 0) }

    /// Makes a gift.
    public init(
        giftId: String, giftName: String, imageUrl: String, animationUrl: String, price: Int,
        extInfo: [String: AnyCodable] = [:]
    ) {
        self.giftId = giftId
        self.giftName = giftName
        self.imageUrl = imageUrl
        self.animationUrl = animationUrl
        self.price = price
        extra = Locked(extInfo)
    }

    private enum CodingKeys: String, CodingKey { case giftId, giftName, imageUrl, animationUrl, price, extInfo }

    /// Decodes a gift. Only `giftId` is required.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            giftId: try container.decode(String.self, forKey: .giftId),
            giftName: try container.decodeIfPresent(String.self, forKey: .giftName) ?? "",
            imageUrl: try container.decodeIfPresent(String.self, forKey: .imageUrl) ?? "",
            animationUrl: try container.decodeIfPresent(String.self, forKey: .animationUrl) ?? "",
            price: try container.decodeIfPresent(Int.self, forKey: .price) ?? 0,
            extInfo: try container.decodeIfPresent([String: AnyCodable].self, forKey: .extInfo) ?? [:])
    }

    /// Encodes the gift.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(giftId, forKey: .giftId)
        try container.encode(giftName, forKey: .giftName)
        try container.encode(imageUrl, forKey: .imageUrl)
        try container.encode(animationUrl, forKey: .animationUrl)
        try container.encode(price, forKey: .price)
        try container.encode(extInfo, forKey: .extInfo)
    }

    /// Returns the gift as JSON text with sorted keys.
    public func toString() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension TUIGift {
    /// Makes a gift from the server's catalogue.
    ///
    /// - Parameter resolve: Turns an address of the catalogue into a complete URL.
    convenience init(_ gift: Gift, resolve: (String) -> String) {
        self.init(
            giftId: gift.giftID, giftName: gift.name, imageUrl: resolve(gift.iconURL),
            animationUrl: resolve(gift.resourceURL), price: Int(clamping: gift.coins),
            extInfo: gift.extensionInfo.mapValues { AnyCodable($0) })
    }

    /// The required hash of the effect's file; nil if the catalogue has none.
    var effectHash: String? { extInfo["sha256"]?.text }
}
