package import OvationModel

/// Where the picture of a live is that runs at another server, as that server says.
package struct PictureOrigin: Sendable, Equatable {
    /// Which start of the live, and whether it is listed.
    package let start: LiveStart
    /// The address of that server, without a slash at its end: `http://10.0.0.7:8080`.
    package let address: String
    /// The key with which it signs addresses of this picture.
    package let playKey: [UInt8]
    /// Which server that is, by what was looked up and not by what it says; nil where it was not looked up.
    package var home: FetchingServer?

    package init(start: LiveStart, address: String, playKey: [UInt8]) {
        self.start = start
        self.address = address
        self.playKey = playKey
    }
}

/// Finds where the pictures of lives are that run at other servers. Only who has the cluster's secret is believed.
package protocol PictureFinder: Sendable {
    /// Finds where a live is.
    ///
    /// - Returns: the place at another server; nil where the live runs here; `roomNotFound` only where it is on nowhere; else a temporary
    ///   refusal.
    func findPicture(of live: LiveID) async -> Result<PictureOrigin?, Rejection>
}

/// A server of a cluster, as those that it fetches pictures from know it.
package struct FetchingServer: Sendable, Hashable {
    /// Its slot, which no other server has at the same time.
    package let slot: UInt16
    /// Which process in that slot.
    package let incarnation: Int64

    package init(slot: UInt16, incarnation: Int64) {
        self.slot = slot
        self.incarnation = incarnation
    }
}
