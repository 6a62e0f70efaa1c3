import OvationMedia
import OvationModel

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
