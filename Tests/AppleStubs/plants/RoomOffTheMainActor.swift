import OvationClient

/// The properties of a live belong to the main actor.
@available(iOS 17, tvOS 17, *)
func roomOffTheMainActor(_ room: LiveRoom) -> Int {
    room.viewerCount  // refused: main actor-isolated property 'viewerCount' can not be referenced
}
