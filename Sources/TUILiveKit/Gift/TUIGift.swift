import AtomicXCore
import Foundation

/// A gift of the panel: what it is called, what it costs and how it is shown.
///
/// May be used on any thread.
///
/// `@unchecked Sendable`: the only property that changes has a lock.
public final class TUIGift: Codable, @unchecked Sendable {
    /// Which gift. Sending needs a gift of this id in the server's catalogue.
    public let giftId: String
    /// The name.
    public let giftName: String
    /// Where the picture of the panel is.
    public let imageUrl: String
    /// Where the full-screen effect is; empty for a gift that is shown in a bullet only.
    public let animationUrl: String
    /// The price of one, in coins.
    public let price: Int
    /// The app's own fields. A text `sha256` is the hash of the effect's file, in hexadecimal digits.
    public var extInfo: [String: AnyCodable] {
        get { extra.withLock { $0 } }
        set { extra.withLock { $0 = newValue } }
    }

    private let extra: Locked<[String: AnyCodable]>

    /// Makes a gift without any properties.
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

    /// Reads a gift. Only `giftId` has to be there.
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

    /// Writes the gift.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(giftId, forKey: .giftId)
        try container.encode(giftName, forKey: .giftName)
        try container.encode(imageUrl, forKey: .imageUrl)
        try container.encode(animationUrl, forKey: .animationUrl)
        try container.encode(price, forKey: .price)
        try container.encode(extInfo, forKey: .extInfo)
    }

    /// The gift as a text of JSON, with its keys in order.
    public func toString() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension TUIGift {
    /// A gift of the server's catalogue.
    ///
    /// - Parameter resolve: turns an address of the catalogue into one that the network knows.
    convenience init(_ gift: Gift, resolve: (String) -> String) {
        self.init(
            giftId: gift.giftID, giftName: gift.name, imageUrl: resolve(gift.iconURL),
            animationUrl: resolve(gift.resourceURL), price: Int(clamping: gift.coins),
            extInfo: gift.extensionInfo.mapValues { AnyCodable($0) })
    }

    /// The hash that the file of the effect must have; nil where the catalogue says none.
    var effectHash: String? { extInfo["sha256"]?.text }
}
