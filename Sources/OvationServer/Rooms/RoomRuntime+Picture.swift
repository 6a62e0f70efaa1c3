import OvationMedia
import OvationModel
import OvationRules

extension RoomRuntime {
    /// The picture began, stopped or broke off: everybody is told, and the list shows it.
    func pictureChanged(_ media: RoomMedia, of session: LiveSessionID) {
        guard session == room.info.sessionID else { return }
        let now = services.clock.wall()
        let media = services.pictures.addresses.addressed(media, of: room.info, isSigned: false, at: now)
        let outcome = note(.mediaChanged(media), at: now)
        guard !kept.isEnding else { return }
        publish(outcome.publications)
        updateListing()
    }
}

extension RoomMedia {
    /// How a picture is, without its addresses.
    init(_ status: PictureStatus) {
        let state: State =
            switch status.state {
            case .none: .none
            case .live: .live
            case .interrupted: .interrupted
            }
        let info = status.info
        self.init(
            state: state, since: status.since, codecs: info?.codecs,
            width: info.flatMap { $0.hasPicture ? $0.width : nil },
            height: info.flatMap { $0.hasPicture ? $0.height : nil })
    }
}
