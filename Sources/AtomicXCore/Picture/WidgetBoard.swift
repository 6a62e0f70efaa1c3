/// Remembers the app's views, so that a view moves with its seat and is not made again at each change.
///
/// The app is asked for a new view when another user takes the seat. For connected hosts it is also asked when other lives get connected.
/// If the app returned no view, it is asked again whenever seats change.
struct WidgetBoard<View> {
    /// A change to carry out with a view.
    enum Change {
        case add(View, SeatWidget)
        case move(View, SeatWidget)
        case remove(View)
    }

    private struct Entry {
        let view: View
        let userID: String
    }

    private var entries: [SeatWidget.Key: Entry] = [:]
    private var connected: Set<String> = []

    /// The number of views.
    var count: Int { entries.count }

    /// Replaces the current widgets.
    ///
    /// - Parameter make: Asks the app for a view; nil if it has none.
    /// - Returns: The changes to carry out: removals first, and then the rest in the order of the widgets.
    mutating func show(_ widgets: [SeatWidget], make: (SeatWidget) -> View?) -> [Change] {
        let connected = Set(widgets.map(\.key.seat.liveID))
        let isConnectedOtherwise = connected != self.connected
        self.connected = connected
        var before = entries
        entries = [:]
        var changes: [Change] = []
        for widget in widgets {
            let userID = widget.seat.userInfo.userID
            let known = before[widget.key]
            if let known, known.userID == userID, widget.key.kind == .coGuest || !isConnectedOtherwise {
                before[widget.key] = nil
                entries[widget.key] = known
                changes.append(.move(known.view, widget))
            } else if let view = make(widget) {
                entries[widget.key] = Entry(view: view, userID: userID)
                changes.append(.add(view, widget))
            }
        }
        return before.values.map { .remove($0.view) } + changes
    }

    /// Moves the existing views after a change of size, without asking the app for others.
    func arrange(_ widgets: [SeatWidget]) -> [Change] {
        widgets.compactMap { widget in entries[widget.key].map { .move($0.view, widget) } }
    }
}
