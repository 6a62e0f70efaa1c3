import OvationModel

extension LiveID {
    /// Which of so many event loops runs a live. The same live always has the same one, so that its load stays where its memory is.
    package func loopIndex(among count: Int) -> Int {
        // FNV-1a; Swift's own hashing differs from run to run, which would make a bug hard to find again.
        let hash = rawValue.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return Int(hash % UInt64(count))
    }
}
