#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    extension PicturePublisher {
        /// The app's publisher, with the system's recorder and network. If the server no longer accepts the picture, the camera and the
        /// microphone close, so that the host notices.
        static let shared = PicturePublisher(
            door: ClientPublishDoor(runtime: StoreHub.shared.runtime), socket: SystemPublishSocket(),
            recorder: SystemRecorder()
        ) { _ in DeviceStore.shared.desk.publishingEnded() }
    }
#endif
