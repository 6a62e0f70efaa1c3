#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    extension PicturePublisher {
        /// The one of the app, with the system's recorder and network. Where the server takes the picture no longer, it closes camera and
        /// microphone, so that the host notices.
        static let shared = PicturePublisher(
            door: ClientPublishDoor(runtime: StoreHub.shared.runtime), socket: SystemPublishSocket(),
            recorder: SystemRecorder()
        ) { _ in DeviceStore.shared.desk.publishingEnded() }
    }
#endif
