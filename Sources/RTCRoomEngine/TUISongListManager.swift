public import Foundation

/// The songs that are queued for singing. The server has no such list, so every call fails with ``TUIError/failed`` and no observer is
/// called.
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

    /// Adds an observer. It is never called.
    open func addObserver(_ observer: any TUISongListManagerObserver) { observers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUISongListManagerObserver) { observers.remove(observer) }

    /// Fetches a page of the queued songs. It always fails.
    open func getWaitingList(
        cursor: String?, count: UInt, onSuccess: @escaping TUISongListCallback, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Fetches a page of the songs that were sung. It always fails.
    open func getPlayedList(
        cursor: String?, count: UInt, onSuccess: @escaping TUISongListCallback, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Adds songs to the queue. It always fails.
    open func addSong(
        songList: [TUISongInfo], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Removes songs from the queue. It always fails.
    open func removeSong(
        songIdList: [String], onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Moves a song to the front of the queue. It always fails.
    open func setNextSong(
        targetSongId: String, onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) { center.refuse(Self.failure, onError) }

    /// Plays the next song. It always fails.
    open func playNextSong(onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock) {
        center.refuse(Self.failure, onError)
    }
}

/// Would receive changes of the song lists. No method is ever called, and every one has an empty default.
public protocol TUISongListManagerObserver: AnyObject {
    /// Queued songs were added, removed or moved.
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

/// The kind of change to the queued songs.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUISongListChangeReason: UInt, Sendable {
    /// The kind of change is not known.
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
    /// The cursor of the next page; empty if there is none.
    open var cursor = ""
    /// The number of all songs.
    open var totalCount: UInt = 0
    /// The songs of the page.
    open var songList: [TUISongInfo] = []
}

/// A song.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUISongInfo: NSObject {
    /// The id of the song.
    open var songId = ""
    /// The name of the song.
    open var songName = ""
    /// The artist.
    open var artistName = ""
    /// The URL of the song's cover.
    open var coverUrl = ""
    /// The duration, in seconds.
    open var duration: UInt = 0
    /// The user who asked for the song.
    open var requester = TUIUserInfo()
}
