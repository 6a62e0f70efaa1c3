/// The document: "Assume you have implemented BarrageManager as described in the barrage documentation".
final class BarrageManager {
    init(liveId: String) {}
}
