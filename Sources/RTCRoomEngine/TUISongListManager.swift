public import Foundation

/// The songs that wait to be sung. The server keeps no such list: every call fails with ``TUIError/failed``, and nobody is told.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISongListManager: NSObject {
    private static let failure = RoomEngineFailure(.failed, "This server keeps no list of songs.")

    private let center: RoomEngineCenter
    private let observers = WeakObservers<any TUISongListManagerObserver>()

    init(center: RoomEngineCenter) {
        self.center = center
        super.init()
    }

    /// Adds an observer. It is never called: Ovation has no list of songs.
    open func addObserver(_ observer: any TUISongListManagerObserver) { observers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUISongListManagerObserver) { observers.remove(observer) }

    /// Fetches a page of the songs that wait. Fails.
    open func getWaitingList(
        cursor: String?, count: UInt, onSuccess: @escaping TUISongListCallback, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Fetches a page of the songs that were sung. Fails.
    open func getPlayedList(
        cursor: String?, count: UInt, onSuccess: @escaping TUISongListCallback, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Adds songs. Fails.
    open func addSong(
        songList: [TUISongInfo], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Removes songs. Fails.
    open func removeSong(
        songIdList: [String], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Makes a song the next one. Fails.
    open func setNextSong(
        targetSongId: String, onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Goes on to the next song. Fails.
    open func playNextSong(onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock) {
        center.refuse(Self.failure, onError)
    }
}

/// Is told what changes in the list of songs. Every method has a body that does nothing, and none is called.
public protocol TUISongListManagerObserver: AnyObject {
    /// Songs that wait were added, removed or moved.
    func onWaitingListChanged(reason: TUISongListChangeReason, changedSongs: [TUISongInfo])
    /// Songs were sung.
    func onPlayedListChanged(addedSongs: [TUISongInfo])
}

extension TUISongListManagerObserver {
    /// Does nothing.
    public func onWaitingListChanged(reason: TUISongListChangeReason, changedSongs: [TUISongInfo]) {}
    /// Does nothing.
    public func onPlayedListChanged(addedSongs: [TUISongInfo]) {}
}

/// What happened to the songs that wait.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUISongListChangeReason: UInt, Sendable {
    /// It is not known.
    case unknown = 0
    /// Songs were added.
    case add = 1
    /// Songs were removed.
    case remove = 2
    /// Songs were moved.
    case orderChanged = 3
}

/// A page of songs.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISongListResult: NSObject {
    /// Where the next page begins; empty where there is none.
    open var cursor = ""
    /// How many songs there are.
    open var totalCount: UInt = 0
    /// The songs of the page.
    open var songList: [TUISongInfo] = []
}

/// A song.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISongInfo: NSObject {
    /// Which song.
    open var songId = ""
    /// Its name.
    open var songName = ""
    /// Who made it known.
    open var artistName = ""
    /// Where its cover is.
    open var coverUrl = ""
    /// How long it is, in seconds.
    open var duration: UInt = 0
    /// Who asked for it.
    open var requester = TUIUserInfo()
}
