package import OvationBackend
package import OvationMedia
package import OvationModel
import OvationStorage
package import OvationSupport

/// Reports to the app's backend that the picture of a live began, stopped or broke off.
///
/// Each report is stored before it is delivered, in order with all other callbacks of the live. Can be called on any thread.
package struct PictureTellings: Sendable {
    private let callbacks: Callbacks
    private let journal: Journal
    private let clock: ServerClock

    package init(_ callbacks: Callbacks, journal: Journal, clock: ServerClock) {
        self.callbacks = callbacks
        self.journal = journal
        self.clock = clock
    }

    /// Reports the picture's current status. Costs nothing when the backend does not want the callback.
    package func tell(_ live: LiveID, _ session: LiveSessionID, _ status: PictureStatus) {
        let draft = callbacks.draft(
            CallbackCommand(status.state), about: live, at: clock.wall(), by: .server,
            CallbackBodies.picture(status, of: live, at: clock.wall()))
        guard let draft else { return }
        journal.submit(.callbacks([draft]), of: session, on: nil, nil)
    }
}

extension CallbackCommand {
    /// What tells that a picture is in a state.
    init(_ state: PictureStatus.State) {
        self =
            switch state {
            case .live: .afterStreamBegin
            case .interrupted: .afterStreamInterrupt
            case .none: .afterStreamStop
            }
    }
}
