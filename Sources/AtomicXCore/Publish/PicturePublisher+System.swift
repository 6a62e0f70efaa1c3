#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    extension PicturePublisher {
        /// The one of the app, with the system's recorder and network. A picture that the server takes no longer closes the camera, so that
        /// the host sees it.
        static let shared = PicturePublisher(
            door: ClientPublishDoor(runtime: StoreHub.shared.runtime), socket: SystemPublishSocket(),
            recorder: SystemRecorder()
        ) { _ in DeviceStore.shared.desk.lost(.camera, .failed) }
    }
#endif
