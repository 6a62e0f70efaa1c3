/// How large the fields of a live, a user and the gift catalogue may be.
///
/// Clients and backends are written against these numbers, and `Protocol/PROTOCOL.md` and `docs/rest.md` promise them, so they are not
/// `Limits` that an operator sets. Sizes of texts are bytes of UTF-8.
public enum FieldBounds {
    // MARK: Lives

    /// The title of a live.
    public static let liveNameBytesMax = 100
    /// The announcement of a live.
    public static let noticeBytesMax = 100
    /// The address of a picture: cover and background of a live, icon and animation of a gift.
    public static let pictureURLBytesMax = 200
    /// The app's own text about a live.
    public static let customInfoBytesMax = 500
    /// Categories of a live; more are refused with 100009.
    public static let categoriesMax = 3
    /// The text that a search of the list looks for.
    public static let searchBytesMax = 100
    /// Members that a live may ask for. More than any server holds, and small enough for every client to read.
    public static let membersMax = 1_000_000_000
    /// Seats of a live.
    public static let seatsMax = 100
    /// Layouts of seats: 1 to 199 are for voice, 200 to 999 for video.
    public static let seatLayoutIDs = 1...999
    /// Seconds for which an application or an invitation waits for an answer; 0 is as long as both are there.
    public static let seatRequestSeconds = 0...1_800
    /// The app's own text with an application or an invitation.
    public static let seatExtraInfoBytesMax = 1_024
    /// Seconds for which a request of a live to another waits for an answer; 0 is the most.
    public static let coHostRequestSeconds = 0...30
    /// The app's own text with a request for a link, or with a battle.
    public static let coHostExtraInfoBytesMax = 1_024
    /// The score of a live in a battle that the app's backend sets.
    public static let battleScoreMax: Int64 = 9_007_199_254_740_991
    /// Seconds that a viewer waits between two messages in slow mode; 0 is no slow mode.
    public static let slowModeSeconds = 0...120
    /// The app's own number for how much is going on: the largest integer that JavaScript reads exactly.
    public static let popularityMax = 9_007_199_254_740_991

    // MARK: Metadata of a live

    /// Keys; more are refused with 100500.
    public static let metadataKeysMax = 10
    /// A key; a longer one is refused with 100504.
    public static let metadataKeyBytesMax = 50
    /// A value; a longer one is refused with 100501.
    public static let metadataValueBytesMax = 2_048
    /// All values together; more are refused with 100502.
    public static let metadataBytesMax = 16_384

    // MARK: Users

    /// The name of a user.
    public static let nicknameBytesMax = 100
    /// The address of a user's picture.
    public static let avatarURLBytesMax = 500
    /// What a user says of themselves.
    public static let selfSignatureBytesMax = 500
    /// Fields of the app's own in a profile.
    public static let profileFieldsMax = 16
    /// The name of such a field.
    public static let profileFieldNameBytesMax = 50
    /// The value of such a field.
    public static let profileFieldBytesMax = 500

    // MARK: Messages and moderation

    /// The name of a kind of custom message.
    public static let businessIDBytesMax = 64
    /// The reason of a moderator, of a refund or of a correction.
    public static let reasonBytesMax = 200
    /// Seconds for which a mute or a ban holds: up to ten years.
    public static let sanctionSeconds: ClosedRange<Int64> = 0...315_360_000

    // MARK: Gifts

    /// The name of a gift or of a category.
    public static let giftNameBytesMax = 20
    /// The description of a gift.
    public static let giftDescBytesMax = 20
    /// The description of a category.
    public static let giftCategoryDescBytesMax = 60
    /// The app's own fields of a gift or a category, as JSON.
    public static let extensionInfoBytesMax = 100
}
