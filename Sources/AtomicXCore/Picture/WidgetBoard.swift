/// Which of the app's views are there, so that a view moves with its seat instead of being made at each change.
///
/// A view is made anew when another user sits on its seat, and those of connected hosts when other lives are connected. Where the app
/// made none, it is asked again whenever seats change.
struct WidgetBoard<View> {
    /// What is to be done with a view.
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

    /// How many views there are.
    var count: Int { entries.count }

    /// Takes over what is to be there.
    ///
    /// - Parameter make: asks the app for a view; nil where it has none.
    /// - Returns: what is to be done, removals first, then in the order of the widgets.
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

    /// Moves the views that are there, without asking the app for others: the view has another size.
    func arrange(_ widgets: [SeatWidget]) -> [Change] {
        widgets.compactMap { widget in entries[widget.key].map { .move($0.view, widget) } }
    }
}
