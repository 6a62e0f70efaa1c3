import OvationModel

/// What a link to a live shows where people share it: in a message, a post or a search result.
struct SharedLive: Hashable, Sendable {
    let title: String
    let host: String
    /// The address of its cover; nil for one that is not `https`.
    let cover: String?

    /// Tells of a live; nil if it is not public, because a link to it is no invitation for everybody.
    init?(_ info: RoomInfo) {
        guard info.isPublicVisible else { return nil }
        host = info.liveOwner.userName
        title = info.liveName.isEmpty ? host : info.liveName
        cover = info.coverURL.hasPrefix("https://") ? info.coverURL : nil
    }

    /// Lines for the head of the page, in the Open Graph protocol that messengers and networks read.
    var head: String {
        var tags = [
            ("og:type", "video.other"), ("og:site_name", "Ovation"), ("og:title", title), ("og:description", host),
        ]
        if let cover { tags += [("og:image", cover), ("twitter:card", "summary_large_image")] }
        return tags.map { #"<meta property="\#($0)" content="\#(HTMLText.attribute($1))">"# }.joined(separator: "\n  ")
    }
}
