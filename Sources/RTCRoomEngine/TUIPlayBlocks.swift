/// Told that a picture moves: the id of the user whose picture it is.
public typealias TUIPlayOnPlayingBlock = (String) -> Void

/// Told that a picture is fetched, at the start and whenever it stands still: the id of the user whose picture it is.
public typealias TUIPlayOnLoadingBlock = (String) -> Void

/// Told that a picture does not play: the id of the user whose picture it was to be, the number of the error, and what happened in a
/// sentence.
public typealias TUIPlayOnErrorBlock = (String, TUIError, String) -> Void
