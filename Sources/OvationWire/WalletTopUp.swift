public import OvationModel

/// Creates coins in the caller's wallet. Only a server with `--dev` allows it.
public struct WalletTopUp: Hashable, Codable, Sendable {
    /// The most coins that one command can create.
    public static let coinsMax: Int64 = 1_000_000

    /// The number of coins, 1 to ``coinsMax``.
    public var coins: Coins
    /// An id that the client creates. If it is repeated for the same user and amount, the answer is repeated and no coins are created.
    public var orderID: OrderID

    /// Makes a command.
    public init(coins: Coins, orderID: OrderID) {
        self.coins = coins
        self.orderID = orderID
    }
}
