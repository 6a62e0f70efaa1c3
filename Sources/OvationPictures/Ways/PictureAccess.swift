package import Logging
package import OvationBackend
package import OvationHTTP
package import OvationModel
import OvationRules
package import OvationSupport

/// What the routes, the sockets and the hooks of pictures need of the node that has the pictures.
package struct PictureAccess: Sendable {
    let pictures: Pictures
    /// The stream keys of lives, which publishers show.
    let streamKeys: StreamKeys
    /// Where a question waits for the storage.
    let background: BackgroundWork
    /// What an address may do in a time.
    let rates: RateGates
    let limits: Limits
    /// Proxies whose word on a client's address is believed.
    let trustedProxies: [CIDRBlock]
    /// What media servers show when they ask; nil where none may ask.
    let hooksSecret: String?
    let logger: Logger

    /// Hands over what a node has.
    package init(
        pictures: Pictures, streamKeys: StreamKeys, background: BackgroundWork, rates: RateGates, limits: Limits,
        trustedProxies: [CIDRBlock], hooksSecret: String?, logger: Logger
    ) {
        self.pictures = pictures
        self.streamKeys = streamKeys
        self.background = background
        self.rates = rates
        self.limits = limits
        self.trustedProxies = trustedProxies
        self.hooksSecret = hooksSecret
        self.logger = logger
    }
}
