/// Called when a picture plays. The argument is the id of the user in the picture.
public typealias TUIPlayOnPlayingBlock = (String) -> Void

/// Called when a picture is loading, at the start and whenever it stalls. The argument is the id of the user in the picture.
public typealias TUIPlayOnLoadingBlock = (String) -> Void

/// Called when a picture fails to play. The arguments are the id of the user in the picture, the error, and a sentence about it.
public typealias TUIPlayOnErrorBlock = (String, TUIError, String) -> Void
