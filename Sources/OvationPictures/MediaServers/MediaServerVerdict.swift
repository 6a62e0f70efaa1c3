import OvationModel

/// What a media server is answered.
enum MediaServerVerdict: Hashable, Sendable {
    /// Yes.
    case allowed
    /// Yes, and the stream is called by its live from here on, because its name is a secret key.
    case renamed(LiveID)
    /// Yes, and the picture goes to this path of the server, which has a ticket.
    case push(path: String)
    /// No.
    case refused(Refusal)

    /// Why not. The raw values are labels of the metric.
    enum Refusal: String, Error, Hashable, CaseIterable {
        /// The publisher gave no key, and the stream's name is not the key of a live.
        case keyMissing
        /// The key is not that of the live.
        case keyInvalid
        /// The live is not on.
        case liveNotOn
        /// The live's id cannot be the name of a stream, so the key must not be its name.
        case nameUnfit
        /// The picture was stopped, and the publisher has to go.
        case pictureStopped
        /// The address of the player does not hold.
        case playRefused
        /// Nobody publishes the live at nginx, or the relay sent them away.
        case notPublished
        /// The request has nothing to do with pictures.
        case notAboutPictures
        /// An address begins to publish too often.
        case tooFrequent
        /// The keys cannot be read.
        case storageUnavailable

        /// A sentence for the log of the media server.
        var sentence: String {
            switch self {
            case .keyMissing: "The publisher gave no stream key, and the stream's name is none. Publish as live?key=..."
            case .keyInvalid: "The stream key is not that of this live. get_stream_key tells it."
            case .liveNotOn: "The live is not on. Create it first."
            case .nameUnfit:
                "This live's id cannot be the name of a stream. Publish under another name with the key behind it."
            case .pictureStopped: "The picture of this live was stopped."
            case .playRefused: "The address of the picture has no signature that holds."
            case .notPublished: "Nobody publishes this live here who may."
            case .notAboutPictures: "This server answers for pictures only."
            case .tooFrequent: "This address begins to publish too often. Try again soon."
            case .storageUnavailable: "The stream keys cannot be read at the moment. Try again soon."
            }
        }
    }

    /// Whether it is a yes.
    var isAllowed: Bool { if case .refused = self { false } else { true } }
}
