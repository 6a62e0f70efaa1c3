import Foundation

/// A view of the app that is placed over a seat or behind it.
struct SeatWidget: Equatable, Sendable {
    /// The kind of widget, which decides the delegate method that makes its view.
    enum Kind: Int, Comparable, Sendable {
        case coGuest, coHost, battle

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// Identifies a widget, whatever happens to its seat.
    struct Key: Hashable, Sendable {
        let seat: PictureLayout.SeatKey
        let kind: Kind
        let layer: ViewLayer
    }

    let key: Key
    let seat: SeatInfo
    let frame: CGRect

    /// Returns the widgets over and behind the seats of a layout, each layer from bottom to top.
    ///
    /// - Parameter liveID: The id of the view's live. A seat of another live has no co-guest.
    static func all(_ layout: PictureLayout, liveID: String) -> [SeatWidget] {
        layout.places.flatMap { place in
            let isOwn = place.seat.userInfo.liveID.isEmpty || place.seat.userInfo.liveID == liveID
            var kinds: [(Kind, ViewLayer)] = []
            if place.seat.userInfo.userID.isEmpty || place.seat.userInfo.cameraStatus != .on {
                kinds.append((isOwn ? .coGuest : .coHost, .background))
            }
            if layout.hasForeground {
                kinds += (isOwn ? [(.coGuest, .foreground)] : []) + [(.coHost, .foreground), (.battle, .foreground)]
            }
            return kinds.map { kind, layer in
                SeatWidget(
                    key: Key(seat: place.key, kind: kind, layer: layer), seat: place.seat, frame: place.frame)
            }
        }
    }
}
