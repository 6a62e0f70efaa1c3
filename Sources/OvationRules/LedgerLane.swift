/// Where an entry stands in a ledger with several writers.
///
/// Each writer has a lane of its own and numbers its entries without a gap. A ledger with one writer has the lane 0 alone, where an entry's
/// number is its place.
public enum LedgerLane {
    /// How many bits of an entry's number are its place in the lane. The lane is above them, so that all numbers stay below 2^53 with
    /// 1,024 lanes.
    public static let placeBits: Int64 = 43

    /// The lane of an entry.
    public static func lane(of entry: Int64) -> Int64 { entry >> placeBits }

    /// The place of an entry in its lane, from 1.
    public static func place(of entry: Int64) -> Int64 { entry & ((1 << placeBits) - 1) }

    /// The number before the first entry of a lane.
    public static func start(of lane: Int64) -> Int64 { lane << placeBits }
}
