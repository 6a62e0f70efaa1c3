import OvationMedia

/// What the players on an event loop are sent from: a copy of the ring, whose bytes are shared, and how the picture is.
struct LoopPicture: Sendable {
    let ring: FragmentRing<MediaPayload>
    let state: PictureStatus.State
}
