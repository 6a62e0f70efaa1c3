public import OvationModel

/// Has coins made for the caller's wallet. Only a server with `--dev` does so.
public struct WalletTopUp: Hashable, Codable, Sendable {
    /// How many coins one command makes at most.
    public static let coinsMax: Int64 = 1_000_000

    /// How many coins, 1 to ``coinsMax``.
    public var coins: Coins
    /// Made by the client. The same id for the same user and amount is answered as before, and makes no coins again.
    public var orderID: OrderID

    /// Makes a wish for coins.
    public init(coins: Coins, orderID: OrderID) {
        self.coins = coins
        self.orderID = orderID
    }
}
