// Made by scripts/generate-errors from Protocol/errors.json. Do not edit.
// swift-format-ignore-file

extension ErrorCode {
    /// The operation failed for a reason that has no number of its own.
    public static let failed = ErrorCode(rawValue: -1)
    /// Too frequent: the message was dropped by a rate limit. Try again in a moment.
    public static let frequencyLimited = ErrorCode(rawValue: -2)
    /// This operation is already under way.
    public static let repeatedOperation = ErrorCode(rawValue: -3)
    /// The client is not in the live that this call is for.
    public static let roomMismatch = ErrorCode(rawValue: -4)
    /// An argument of the call is not valid.
    public static let invalidParameter = ErrorCode(rawValue: -1001)
    /// Log in first.
    public static let notLoggedIn = ErrorCode(rawValue: -1002)
    /// Join a live first.
    public static let notInRoom = ErrorCode(rawValue: -2101)
    /// A live id is 1 to 48 bytes of printable ASCII.
    public static let roomIDInvalid = ErrorCode(rawValue: -2105)
    /// A live name is at most 100 bytes.
    public static let roomNameInvalid = ErrorCode(rawValue: -2107)
    /// Leave the live that this client is in first.
    public static let alreadyInOtherRoom = ErrorCode(rawValue: -2108)
    /// There is no such user.
    public static let userNotFound = ErrorCode(rawValue: -2200)
    /// Only the owner of the live may do this.
    public static let ownerRequired = ErrorCode(rawValue: -2300)
    /// Only the owner or an administrator of the live may do this.
    public static let adminRequired = ErrorCode(rawValue: -2301)
    /// There is no such application or invitation any more: it was answered, cancelled or timed out.
    public static let seatRequestGone = ErrorCode(rawValue: -2311)
    /// The live has no seat with this number.
    public static let seatNotFound = ErrorCode(rawValue: -2344)
    /// The microphone of this seat is locked. Only the owner or an administrator of the live can unlock it.
    public static let microphoneLocked = ErrorCode(rawValue: -2360)
    /// The camera of this seat is locked. Only the owner or an administrator of the live can unlock it.
    public static let cameraLocked = ErrorCode(rawValue: -2370)
    /// Messages are disabled for everybody in this live.
    public static let roomMuted = ErrorCode(rawValue: -2380)
    /// The server cannot be reached. The client goes on trying.
    public static let networkUnavailable = ErrorCode(rawValue: -3301)
    /// The message was refused by the app's review.
    public static let messageRefusedByReview = ErrorCode(rawValue: 10016)
    /// The account was never imported and never logged in.
    public static let accountNotImported = ErrorCode(rawValue: 40003)
    /// The HTTP request of the call cannot be read: its query or its size.
    public static let httpRequestInvalid = ErrorCode(rawValue: 60002)
    /// The body of the request is not a JSON object.
    public static let bodyNotJSON = ErrorCode(rawValue: 60003)
    /// The account of the call is missing or invalid, or its UserSig was made for another one.
    public static let restAccountInvalid = ErrorCode(rawValue: 60004)
    /// The UserSig of the call is missing, invalid or expired.
    public static let restSignatureInvalid = ErrorCode(rawValue: 60005)
    /// The sdkAppID is not the one that this server serves.
    public static let sdkAppIDInvalid = ErrorCode(rawValue: 60006)
    /// The command is called more often a second than it may be. Try again soon.
    public static let restTooFrequent = ErrorCode(rawValue: 60007)
    /// There is no command at this path. A command is POST /v4/<service>/<command>.
    public static let restCommandUnknown = ErrorCode(rawValue: 60009)
    /// This call needs an administrator account of the app.
    public static let administratorRequired = ErrorCode(rawValue: 60010)
    /// The query of the call has no sdkappid.
    public static let sdkAppIDMissing = ErrorCode(rawValue: 60012)
    /// The UserSig has expired. Ask the app's backend for a new one.
    public static let userSigExpired = ErrorCode(rawValue: 70001)
    /// The UserSig is not valid: it was made with another key, or it is damaged.
    public static let userSigInvalid = ErrorCode(rawValue: 70003)
    /// The UserSig was made for another user.
    public static let userSigMismatch = ErrorCode(rawValue: 70013)
    /// The server failed. It is not the client's fault; trying again may help.
    public static let internalError = ErrorCode(rawValue: 100001)
    /// A parameter is missing, of the wrong type or out of its limits.
    public static let illegalParameter = ErrorCode(rawValue: 100002)
    /// Another user's live has this id.
    public static let roomIDOccupied = ErrorCode(rawValue: 100003)
    /// There is no such live, or it has ended.
    public static let roomNotFound = ErrorCode(rawValue: 100004)
    /// The user is not in this live.
    public static let notMember = ErrorCode(rawValue: 100005)
    /// The caller may not do this to that user.
    public static let permissionDenied = ErrorCode(rawValue: 100006)
    /// The live is full.
    public static let roomFull = ErrorCode(rawValue: 100008)
    /// A live has at most 3 categories.
    public static let tooManyTags = ErrorCode(rawValue: 100009)
    /// The owner has a live with this id already.
    public static let roomIDUsedByOwner = ErrorCode(rawValue: 100010)
    /// Too frequent. Try again in a second.
    public static let tooFrequent = ErrorCode(rawValue: 100012)
    /// The type of a live is "Live".
    public static let roomTypeInvalid = ErrorCode(rawValue: 100015)
    /// The user is banned from this live.
    public static let memberBanned = ErrorCode(rawValue: 100016)
    /// The user is muted in this live.
    public static let memberMuted = ErrorCode(rawValue: 100017)
    /// A live has at most 5 administrators.
    public static let tooManyAdmins = ErrorCode(rawValue: 100020)
    /// The user has another application or invitation that waits for an answer.
    public static let seatRequestConflict = ErrorCode(rawValue: 100102)
    /// The seat is locked.
    public static let seatLocked = ErrorCode(rawValue: 100200)
    /// The seat is taken.
    public static let seatOccupied = ErrorCode(rawValue: 100201)
    /// You have applied for a seat already. Wait for the answer, or cancel the application.
    public static let alreadyApplied = ErrorCode(rawValue: 100202)
    /// You are in a seat already.
    public static let alreadySeated = ErrorCode(rawValue: 100203)
    /// You have not applied for a seat.
    public static let notApplied = ErrorCode(rawValue: 100204)
    /// All seats are taken or locked.
    public static let allSeatsOccupied = ErrorCode(rawValue: 100205)
    /// The user is not in a seat.
    public static let notSeated = ErrorCode(rawValue: 100206)
    /// The user is in a seat already.
    public static let userAlreadySeated = ErrorCode(rawValue: 100210)
    /// This live has no seats.
    public static let seatsDisabled = ErrorCode(rawValue: 100211)
    /// A callback is configured already. Update it, or delete it first.
    public static let callbackConfigured = ErrorCode(rawValue: 100300)
    /// No callback is configured.
    public static let callbackNotConfigured = ErrorCode(rawValue: 100301)
    /// The live is in no link, or the request of that live waits no longer.
    public static let connectionNotExist = ErrorCode(rawValue: 100400)
    /// Both lives are in one link already.
    public static let roomInConnection = ErrorCode(rawValue: 100401)
    /// A request between both lives waits already, or the live is just joining another one.
    public static let pendingConnectionRequest = ErrorCode(rawValue: 100402)
    /// The live is in a link with others.
    public static let roomConnectedInOther = ErrorCode(rawValue: 100403)
    /// A link or a battle has its maximum of lives, those that are asked counted.
    public static let connectionOrBattleLimitExceeded = ErrorCode(rawValue: 100404)
    /// The live asks others more often than it may. Try again in a second.
    public static let creatingConnectionTooFrequent = ErrorCode(rawValue: 100405)
    /// There is no such battle, or it has ended.
    public static let battleNotExistOrEnded = ErrorCode(rawValue: 100411)
    /// None of these can be asked for a battle: they are no hosts of the link.
    public static let noRoomsInBattleIsValid = ErrorCode(rawValue: 100412)
    /// The live asks for battles more often than it may. Try again in a second.
    public static let creatingBattleTooFrequently = ErrorCode(rawValue: 100413)
    /// The live is not in this battle.
    public static let roomNotInBattle = ErrorCode(rawValue: 100414)
    /// The live is in another battle.
    public static let inOtherBattle = ErrorCode(rawValue: 100415)
    /// A request for a battle waits for an answer already.
    public static let pendingBattleRequest = ErrorCode(rawValue: 100416)
    /// The battle has begun. Leave it instead of taking the request back.
    public static let notAllowedCancelBattleForRoomInBattle = ErrorCode(rawValue: 100419)
    /// The battle has not begun.
    public static let battleNotStart = ErrorCode(rawValue: 100420)
    /// The battle has ended.
    public static let battleHasEnded = ErrorCode(rawValue: 100421)
    /// A live has at most 10 metadata keys.
    public static let metadataKeysExceeded = ErrorCode(rawValue: 100500)
    /// A metadata value is at most 2 KB.
    public static let metadataValueTooLarge = ErrorCode(rawValue: 100501)
    /// All metadata values together are at most 16 KB.
    public static let metadataTotalTooLarge = ErrorCode(rawValue: 100502)
    /// None of the metadata keys to delete exists.
    public static let metadataKeyUnknown = ErrorCode(rawValue: 100503)
    /// A metadata key is at most 50 bytes.
    public static let metadataKeyTooLong = ErrorCode(rawValue: 100504)
    /// Gifts are switched off in this live.
    public static let giftsDisabled = ErrorCode(rawValue: 102001)
    /// There is no gift with this id.
    public static let giftNotFound = ErrorCode(rawValue: 102002)
    /// The app's billing refused the gift, or did not answer in time. Nothing was delivered.
    public static let giftRefusedByBilling = ErrorCode(rawValue: 102004)
    /// The frame is not a JSON object with an integer `id` and a string `op`.
    public static let malformedFrame = ErrorCode(rawValue: 110000)
    /// This server does not know the operation.
    public static let unknownOperation = ErrorCode(rawValue: 110001)
    /// The first command on a connection is `session.open`.
    public static let sessionRequired = ErrorCode(rawValue: 110002)
    /// This connection has a session already.
    public static let sessionAlreadyOpen = ErrorCode(rawValue: 110003)
    /// The wallet has fewer coins than the gift costs.
    public static let insufficientBalance = ErrorCode(rawValue: 110004)
    /// An order with this id and other content exists. Nothing was charged.
    public static let orderConflict = ErrorCode(rawValue: 110005)
    /// The connection was lost before the answer came. Send the order again with the same id to learn its outcome.
    public static let outcomeUnknown = ErrorCode(rawValue: 110006)
    /// Gifting is halted because the ledger did not balance. The operators have been told.
    public static let giftingHalted = ErrorCode(rawValue: 110007)
    /// The server could not confirm that the change is stored. Try again. Send an order again with the same id.
    public static let storageUnavailable = ErrorCode(rawValue: 110008)
    /// The server is shutting down. Reconnect.
    public static let serverShuttingDown = ErrorCode(rawValue: 110009)
    /// The server sent something that this client does not understand.
    public static let invalidReply = ErrorCode(rawValue: 110010)
    /// No order with this sender and id was charged.
    public static let orderNotFound = ErrorCode(rawValue: 110020)
    /// The order was taken back before, under another reference.
    public static let orderAlreadyRefunded = ErrorCode(rawValue: 110021)
    /// The reference was used before for something else. Nothing was changed.
    public static let referenceConflict = ErrorCode(rawValue: 110022)
    /// The receivers and the house together have fewer coins than the refund needs. Nothing was changed.
    public static let refundNotCovered = ErrorCode(rawValue: 110023)
    /// The account has fewer coins than are to be taken from it. Nothing was changed.
    public static let accountOverdrawn = ErrorCode(rawValue: 110024)
    /// Too many orders wait for the app's billing. Nothing was charged; send the order again.
    public static let billingBusy = ErrorCode(rawValue: 110025)
    /// The ledger still does not balance, so gifting stays halted.
    public static let ledgerUnbalanced = ErrorCode(rawValue: 110026)
    /// The outcome of this order is known already, or there is no such order of the app's billing.
    public static let orderNotOpen = ErrorCode(rawValue: 110027)
    /// Only a developer's server (`--dev`) makes coins for any user. The app's backend credits what was paid.
    public static let topUpRefused = ErrorCode(rawValue: 110028)
    /// The user changes things more often than they may. Try again after the time that the error names.
    public static let controlsTooFrequent = ErrorCode(rawValue: 110030)
    /// Too many logins came from this address. Connect again after the time that the error names.
    public static let loginsTooFrequent = ErrorCode(rawValue: 110031)
    /// Too many entries into lives came from this address. Try again after the time that the error names.
    public static let joinsTooFrequent = ErrorCode(rawValue: 110032)
    /// Too many connections came from this address. Connect again after the time that the error names.
    public static let handshakesTooFrequent = ErrorCode(rawValue: 110033)
    /// The user has their maximum of open lives. End one first.
    public static let tooManyLives = ErrorCode(rawValue: 110034)
    /// The user creates lives more often than they may. Try again after the time that the error names.
    public static let creationsTooFrequent = ErrorCode(rawValue: 110035)
    /// The live is not on the list. Only its members, its owner and its administrators may read what is said of it. Enter it first.
    public static let liveNotListed = ErrorCode(rawValue: 110036)
    /// The page begins beyond the end of the list, which may have become shorter. Begin with the first page.
    public static let pageBeyondEnd = ErrorCode(rawValue: 110040)
    /// The live has its maximum of muted or banned users. Lift a mute or a ban first.
    public static let tooManySanctions = ErrorCode(rawValue: 110041)
    /// The address of the effect is not one that this server fetches from.
    public static let effectAddressRefused = ErrorCode(rawValue: 110050)
    /// The file of the effect could not be fetched.
    public static let effectNotFetched = ErrorCode(rawValue: 110051)
    /// The file is not an effect that players here take.
    public static let effectInvalid = ErrorCode(rawValue: 110052)
    /// Too many effects are being checked. Try again in a moment.
    public static let effectChecksBusy = ErrorCode(rawValue: 110053)
    /// Pages of this origin may not call the REST API. The operator can add the origin to app.allowedOrigins.
    public static let originRefused = ErrorCode(rawValue: 110060)
    /// Another server runs the live by now. Connect again, and try again; send an order again with the same id.
    public static let liveMoved = ErrorCode(rawValue: 110080)
    /// The live is on at another server, which this one does not reach. Connect again.
    public static let liveElsewhere = ErrorCode(rawValue: 110081)
    /// The server that runs the live cannot be reached at the moment. Nothing was done; try again.
    public static let homeAway = ErrorCode(rawValue: 110086)
    /// There is no such message, or it is deleted or too old to be deleted or pinned.
    public static let messageNotFound = ErrorCode(rawValue: 110090)
    /// The session of the console is over, was ended, or never was. Sign in again.
    public static let consoleSessionInvalid = ErrorCode(rawValue: 110095)
    /// Too many sign-ins or wrong tokens came from this address. Wait a moment, then sign in again.
    public static let signInsTooFrequent = ErrorCode(rawValue: 110096)
    /// Somebody else changed it since it was read. Read it again, and decide what holds.
    public static let changedMeanwhile = ErrorCode(rawValue: 110097)
    /// The text has a word that is not allowed here.
    public static let wordRefused = ErrorCode(rawValue: 110100)
    /// The live is in slow mode: wait before you write again.
    public static let slowMode = ErrorCode(rawValue: 110101)
    /// The word list has too many words, or a word that is too long, has no letters or is there twice.
    public static let wordListInvalid = ErrorCode(rawValue: 110102)
    /// Likes are switched off in this live.
    public static let likesDisabled = ErrorCode(rawValue: 110103)
    /// A name, title or reason has no characters U+202A to U+202E and U+2066 to U+2069, which change the direction of the text around them.
    public static let directionControlRefused = ErrorCode(rawValue: 110110)
    /// The live has its maximum of topics with kept messages, or this user began as many as one user may. Use a topic that there is.
    public static let tooManyTopics = ErrorCode(rawValue: 110120)
    /// This connection listens to its maximum of topics of the live. Unsubscribe from one first.
    public static let tooManySubscriptions = ErrorCode(rawValue: 110121)
    /// The kept messages of the live, or this user's among them, have their maximum of bytes. Send the message without keeping it.
    public static let tooManyTopicBytes = ErrorCode(rawValue: 110122)
    /// What you send to another seat is longer than the server takes.
    public static let seatSignalTooLong = ErrorCode(rawValue: 110140)
    /// You send too much to other seats. Wait a moment.
    public static let seatSignalsTooFrequent = ErrorCode(rawValue: 110141)
    /// Lives of this server have no seats for guests, so nobody can be put on one or taken off one.
    public static let seatsNotCarried = ErrorCode(rawValue: 110200)
    /// The live has its maximum of applications and invitations that wait for an answer. Try again later.
    public static let tooManySeatRequests = ErrorCode(rawValue: 110201)
    /// The stream key or the ticket does not let anybody publish the picture of this live. A ticket lets one connection in, for a minute.
    public static let streamKeyInvalid = ErrorCode(rawValue: 110300)
    /// The live is not on, so it has no picture. Create it first.
    public static let liveNotOn = ErrorCode(rawValue: 110301)
    /// This server does not carry pictures itself. Whoever runs it says so with media.mode.
    public static let mediaNotRelayed = ErrorCode(rawValue: 110302)
    /// The address of the picture has no signature that holds. Ask room.info for a new address.
    public static let playSignatureInvalid = ErrorCode(rawValue: 110303)
    /// The stream cannot be taken. The message says what to change at the publisher.
    public static let mediaInvalid = ErrorCode(rawValue: 110304)
    /// The server carries as many pictures or players as it may. Try again later.
    public static let mediaBusy = ErrorCode(rawValue: 110305)
    /// A newer publisher of the same live took over.
    public static let publisherReplaced = ErrorCode(rawValue: 110306)
    /// Somebody stopped the picture of the live.
    public static let pictureStopped = ErrorCode(rawValue: 110307)
    /// The live has no picture at the moment, or this part of it is gone. Ask again in a second.
    public static let mediaNotThere = ErrorCode(rawValue: 110308)
    /// This server carries no WebRTC. Whoever runs it installs Janus (apt install janus) and sets rtc.engine: janus.
    public static let rtcNotConfigured = ErrorCode(rawValue: 110310)
    /// The session description or its candidates cannot be taken. The message says what to change.
    public static let sessionDescriptionRefused = ErrorCode(rawValue: 110311)
    /// There is no such session of WebRTC, or it has ended. Begin with a new POST.
    public static let rtcSessionGone = ErrorCode(rawValue: 110312)
    /// As many publish or watch by WebRTC as may. Viewers are served by the relay.
    public static let rtcFull = ErrorCode(rawValue: 110313)
    /// The media server of WebRTC does not answer. Try again soon.
    public static let rtcServerUnavailable = ErrorCode(rawValue: 110314)
    /// A PATCH needs If-Match: the ETag of the session, or * for a restart of ICE.
    public static let rtcPreconditionRequired = ErrorCode(rawValue: 110315)
    /// The ETag of If-Match is not that of the session. A restart of ICE has made a new one.
    public static let rtcPreconditionFailed = ErrorCode(rawValue: 110316)
    /// The body has another type than this request takes: application/sdp, or application/trickle-ice-sdpfrag.
    public static let rtcContentTypeWrong = ErrorCode(rawValue: 110317)
    /// There is no such recording, or it was deleted.
    public static let recordingNotFound = ErrorCode(rawValue: 110340)
    /// The recording still goes on. Stop it, or wait for the end of the live.
    public static let recordingUnderWay = ErrorCode(rawValue: 110341)
    /// This server records nothing. Its operator sets recording.mode to asked or all.
    public static let recordingsOff = ErrorCode(rawValue: 110342)
    /// The address of the recording has expired, or its signature does not hold. Ask for a new one.
    public static let recordingAddressInvalid = ErrorCode(rawValue: 110343)
    /// As many recordings are being played as may. Try again soon.
    public static let recordingsBusy = ErrorCode(rawValue: 110344)
    /// This server takes no files. Whoever runs it names a folder for them, files.folder.
    public static let uploadsOff = ErrorCode(rawValue: 110350)
    /// The ticket does not let this file be uploaded: it is unknown, expired, used already, or for another kind of file. Ask for a new one.
    public static let uploadTicketInvalid = ErrorCode(rawValue: 110351)
    /// The file has more bytes than may be uploaded. Make it smaller.
    public static let uploadTooLarge = ErrorCode(rawValue: 110352)
    /// The file is of a type that is not taken. Pictures are PNG, JPEG or WebP, animations SVGA; the content decides, not the name.
    public static let uploadTypeRefused = ErrorCode(rawValue: 110353)
    /// The file is damaged, or is beyond what players and browsers take. The message says what to change.
    public static let uploadInvalid = ErrorCode(rawValue: 110354)
    /// This user has as many files, or as many bytes of them, as one user may. Files that nothing names are deleted in time.
    public static let userFilesFull = ErrorCode(rawValue: 110355)
    /// The server keeps as many bytes of files as it may. Whoever runs it raises limits.filesMebibytesMax or deletes some.
    public static let filesFull = ErrorCode(rawValue: 110356)
    /// The upload took too long, or stopped before the file was whole. Try again with a better connection or a smaller file.
    public static let uploadTooSlow = ErrorCode(rawValue: 110357)
    /// As many files are being uploaded as may be, by this user or by all. Try again in a moment.
    public static let uploadsBusy = ErrorCode(rawValue: 110358)
    /// This user uploads too much. Wait a while.
    public static let uploadsTooFrequent = ErrorCode(rawValue: 110359)
    /// The user is logged in, or their live is on. End the live, and try again when they are gone.
    public static let userPresent = ErrorCode(rawValue: 110360)
    /// The app's own billing has not said what became of orders of the user. Settle them first.
    public static let userHasOpenOrders = ErrorCode(rawValue: 110361)
    /// The user still has coins, to spend or earned. Move them by a correction, or say that they are given up.
    public static let userHasCoins = ErrorCode(rawValue: 110362)
    /// The ticket of the seat has expired, or is for another live. Ask seat.list for a new one.
    public static let seatTicketInvalid = ErrorCode(rawValue: 110370)
    /// The user sends nothing from a seat at the moment. Try again soon.
    public static let seatNotSending = ErrorCode(rawValue: 110371)
    /// The server does not ask the app's billing about this order again: it is not set up as idempotent, or the order waits for an operator. Find out there, and settle the order.
    public static let billingNotAskedAgain = ErrorCode(rawValue: 110379)
    /// The disk of the server has no room for files. Whoever runs it makes some, or lowers limits.filesFreeMebibytesMin.
    public static let filesDiskFull = ErrorCode(rawValue: 110385)
    /// The picture of this live is at another server, which does not answer at the moment. Ask again in a second.
    public static let pictureUnreachable = ErrorCode(rawValue: 110386)
    /// Only servers of the cluster are answered here. Give all of them the same cluster.secret, and set their clocks.
    public static let clusterProofInvalid = ErrorCode(rawValue: 110387)
    /// The live is at another server, which does not answer at the moment. Come again in a second.
    public static let liveUnreachable = ErrorCode(rawValue: 110388)
    /// Another server does not say whether the user is logged in there. Nothing was changed: try again in a few seconds.
    public static let presenceUnknown = ErrorCode(rawValue: 110390)
    /// The uplink was tested a moment ago, or too many test theirs right now. Wait a while, or go live without the test.
    public static let uplinkTestsTooFrequent = ErrorCode(rawValue: 110395)

    /// Every code of this version, in the order of `Protocol/errors.json`.
    public static let all: [ErrorCode] = [
        .failed,
        .frequencyLimited,
        .repeatedOperation,
        .roomMismatch,
        .invalidParameter,
        .notLoggedIn,
        .notInRoom,
        .roomIDInvalid,
        .roomNameInvalid,
        .alreadyInOtherRoom,
        .userNotFound,
        .ownerRequired,
        .adminRequired,
        .seatRequestGone,
        .seatNotFound,
        .microphoneLocked,
        .cameraLocked,
        .roomMuted,
        .networkUnavailable,
        .messageRefusedByReview,
        .accountNotImported,
        .httpRequestInvalid,
        .bodyNotJSON,
        .restAccountInvalid,
        .restSignatureInvalid,
        .sdkAppIDInvalid,
        .restTooFrequent,
        .restCommandUnknown,
        .administratorRequired,
        .sdkAppIDMissing,
        .userSigExpired,
        .userSigInvalid,
        .userSigMismatch,
        .internalError,
        .illegalParameter,
        .roomIDOccupied,
        .roomNotFound,
        .notMember,
        .permissionDenied,
        .roomFull,
        .tooManyTags,
        .roomIDUsedByOwner,
        .tooFrequent,
        .roomTypeInvalid,
        .memberBanned,
        .memberMuted,
        .tooManyAdmins,
        .seatRequestConflict,
        .seatLocked,
        .seatOccupied,
        .alreadyApplied,
        .alreadySeated,
        .notApplied,
        .allSeatsOccupied,
        .notSeated,
        .userAlreadySeated,
        .seatsDisabled,
        .callbackConfigured,
        .callbackNotConfigured,
        .connectionNotExist,
        .roomInConnection,
        .pendingConnectionRequest,
        .roomConnectedInOther,
        .connectionOrBattleLimitExceeded,
        .creatingConnectionTooFrequent,
        .battleNotExistOrEnded,
        .noRoomsInBattleIsValid,
        .creatingBattleTooFrequently,
        .roomNotInBattle,
        .inOtherBattle,
        .pendingBattleRequest,
        .notAllowedCancelBattleForRoomInBattle,
        .battleNotStart,
        .battleHasEnded,
        .metadataKeysExceeded,
        .metadataValueTooLarge,
        .metadataTotalTooLarge,
        .metadataKeyUnknown,
        .metadataKeyTooLong,
        .giftsDisabled,
        .giftNotFound,
        .giftRefusedByBilling,
        .malformedFrame,
        .unknownOperation,
        .sessionRequired,
        .sessionAlreadyOpen,
        .insufficientBalance,
        .orderConflict,
        .outcomeUnknown,
        .giftingHalted,
        .storageUnavailable,
        .serverShuttingDown,
        .invalidReply,
        .orderNotFound,
        .orderAlreadyRefunded,
        .referenceConflict,
        .refundNotCovered,
        .accountOverdrawn,
        .billingBusy,
        .ledgerUnbalanced,
        .orderNotOpen,
        .topUpRefused,
        .controlsTooFrequent,
        .loginsTooFrequent,
        .joinsTooFrequent,
        .handshakesTooFrequent,
        .tooManyLives,
        .creationsTooFrequent,
        .liveNotListed,
        .pageBeyondEnd,
        .tooManySanctions,
        .effectAddressRefused,
        .effectNotFetched,
        .effectInvalid,
        .effectChecksBusy,
        .originRefused,
        .liveMoved,
        .liveElsewhere,
        .homeAway,
        .messageNotFound,
        .consoleSessionInvalid,
        .signInsTooFrequent,
        .changedMeanwhile,
        .wordRefused,
        .slowMode,
        .wordListInvalid,
        .likesDisabled,
        .directionControlRefused,
        .tooManyTopics,
        .tooManySubscriptions,
        .tooManyTopicBytes,
        .seatSignalTooLong,
        .seatSignalsTooFrequent,
        .seatsNotCarried,
        .tooManySeatRequests,
        .streamKeyInvalid,
        .liveNotOn,
        .mediaNotRelayed,
        .playSignatureInvalid,
        .mediaInvalid,
        .mediaBusy,
        .publisherReplaced,
        .pictureStopped,
        .mediaNotThere,
        .rtcNotConfigured,
        .sessionDescriptionRefused,
        .rtcSessionGone,
        .rtcFull,
        .rtcServerUnavailable,
        .rtcPreconditionRequired,
        .rtcPreconditionFailed,
        .rtcContentTypeWrong,
        .recordingNotFound,
        .recordingUnderWay,
        .recordingsOff,
        .recordingAddressInvalid,
        .recordingsBusy,
        .uploadsOff,
        .uploadTicketInvalid,
        .uploadTooLarge,
        .uploadTypeRefused,
        .uploadInvalid,
        .userFilesFull,
        .filesFull,
        .uploadTooSlow,
        .uploadsBusy,
        .uploadsTooFrequent,
        .userPresent,
        .userHasOpenOrders,
        .userHasCoins,
        .seatTicketInvalid,
        .seatNotSending,
        .billingNotAskedAgain,
        .filesDiskFull,
        .pictureUnreachable,
        .clusterProofInvalid,
        .liveUnreachable,
        .presenceUnknown,
        .uplinkTestsTooFrequent,
    ]

    /// What the list says of a code; nil for a number that is not in it.
    var entry: Entry? {
        switch rawValue {
        case -1:
            Entry(
                name: "failed", isTemporary: false,
                message: "The operation failed for a reason that has no number of its own.")
        case -2:
            Entry(
                name: "frequencyLimited", isTemporary: true,
                message: "Too frequent: the message was dropped by a rate limit. Try again in a moment.")
        case -3:
            Entry(
                name: "repeatedOperation", isTemporary: false,
                message: "This operation is already under way.")
        case -4:
            Entry(
                name: "roomMismatch", isTemporary: false,
                message: "The client is not in the live that this call is for.")
        case -1001:
            Entry(
                name: "invalidParameter", isTemporary: false,
                message: "An argument of the call is not valid.")
        case -1002:
            Entry(
                name: "notLoggedIn", isTemporary: false,
                message: "Log in first.")
        case -2101:
            Entry(
                name: "notInRoom", isTemporary: false,
                message: "Join a live first.")
        case -2105:
            Entry(
                name: "roomIDInvalid", isTemporary: false,
                message: "A live id is 1 to 48 bytes of printable ASCII.")
        case -2107:
            Entry(
                name: "roomNameInvalid", isTemporary: false,
                message: "A live name is at most 100 bytes.")
        case -2108:
            Entry(
                name: "alreadyInOtherRoom", isTemporary: false,
                message: "Leave the live that this client is in first.")
        case -2200:
            Entry(
                name: "userNotFound", isTemporary: false,
                message: "There is no such user.")
        case -2300:
            Entry(
                name: "ownerRequired", isTemporary: false,
                message: "Only the owner of the live may do this.")
        case -2301:
            Entry(
                name: "adminRequired", isTemporary: false,
                message: "Only the owner or an administrator of the live may do this.")
        case -2311:
            Entry(
                name: "seatRequestGone", isTemporary: false,
                message: "There is no such application or invitation any more: it was answered, cancelled or timed out.")
        case -2344:
            Entry(
                name: "seatNotFound", isTemporary: false,
                message: "The live has no seat with this number.")
        case -2360:
            Entry(
                name: "microphoneLocked", isTemporary: false,
                message: "The microphone of this seat is locked. Only the owner or an administrator of the live can unlock it.")
        case -2370:
            Entry(
                name: "cameraLocked", isTemporary: false,
                message: "The camera of this seat is locked. Only the owner or an administrator of the live can unlock it.")
        case -2380:
            Entry(
                name: "roomMuted", isTemporary: false,
                message: "Messages are disabled for everybody in this live.")
        case -3301:
            Entry(
                name: "networkUnavailable", isTemporary: true,
                message: "The server cannot be reached. The client goes on trying.")
        case 10016:
            Entry(
                name: "messageRefusedByReview", isTemporary: false,
                message: "The message was refused by the app's review.")
        case 40003:
            Entry(
                name: "accountNotImported", isTemporary: false,
                message: "The account was never imported and never logged in.")
        case 60002:
            Entry(
                name: "httpRequestInvalid", isTemporary: false,
                message: "The HTTP request of the call cannot be read: its query or its size.")
        case 60003:
            Entry(
                name: "bodyNotJSON", isTemporary: false,
                message: "The body of the request is not a JSON object.")
        case 60004:
            Entry(
                name: "restAccountInvalid", isTemporary: false,
                message: "The account of the call is missing or invalid, or its UserSig was made for another one.")
        case 60005:
            Entry(
                name: "restSignatureInvalid", isTemporary: false,
                message: "The UserSig of the call is missing, invalid or expired.")
        case 60006:
            Entry(
                name: "sdkAppIDInvalid", isTemporary: false,
                message: "The sdkAppID is not the one that this server serves.")
        case 60007:
            Entry(
                name: "restTooFrequent", isTemporary: true,
                message: "The command is called more often a second than it may be. Try again soon.")
        case 60009:
            Entry(
                name: "restCommandUnknown", isTemporary: false,
                message: "There is no command at this path. A command is POST /v4/<service>/<command>.")
        case 60010:
            Entry(
                name: "administratorRequired", isTemporary: false,
                message: "This call needs an administrator account of the app.")
        case 60012:
            Entry(
                name: "sdkAppIDMissing", isTemporary: false,
                message: "The query of the call has no sdkappid.")
        case 70001:
            Entry(
                name: "userSigExpired", isTemporary: false,
                message: "The UserSig has expired. Ask the app's backend for a new one.")
        case 70003:
            Entry(
                name: "userSigInvalid", isTemporary: false,
                message: "The UserSig is not valid: it was made with another key, or it is damaged.")
        case 70013:
            Entry(
                name: "userSigMismatch", isTemporary: false,
                message: "The UserSig was made for another user.")
        case 100001:
            Entry(
                name: "internalError", isTemporary: true,
                message: "The server failed. It is not the client's fault; trying again may help.")
        case 100002:
            Entry(
                name: "illegalParameter", isTemporary: false,
                message: "A parameter is missing, of the wrong type or out of its limits.")
        case 100003:
            Entry(
                name: "roomIDOccupied", isTemporary: false,
                message: "Another user's live has this id.")
        case 100004:
            Entry(
                name: "roomNotFound", isTemporary: false,
                message: "There is no such live, or it has ended.")
        case 100005:
            Entry(
                name: "notMember", isTemporary: false,
                message: "The user is not in this live.")
        case 100006:
            Entry(
                name: "permissionDenied", isTemporary: false,
                message: "The caller may not do this to that user.")
        case 100008:
            Entry(
                name: "roomFull", isTemporary: false,
                message: "The live is full.")
        case 100009:
            Entry(
                name: "tooManyTags", isTemporary: false,
                message: "A live has at most 3 categories.")
        case 100010:
            Entry(
                name: "roomIDUsedByOwner", isTemporary: false,
                message: "The owner has a live with this id already.")
        case 100012:
            Entry(
                name: "tooFrequent", isTemporary: true,
                message: "Too frequent. Try again in a second.")
        case 100015:
            Entry(
                name: "roomTypeInvalid", isTemporary: false,
                message: "The type of a live is \"Live\".")
        case 100016:
            Entry(
                name: "memberBanned", isTemporary: false,
                message: "The user is banned from this live.")
        case 100017:
            Entry(
                name: "memberMuted", isTemporary: false,
                message: "The user is muted in this live.")
        case 100020:
            Entry(
                name: "tooManyAdmins", isTemporary: false,
                message: "A live has at most 5 administrators.")
        case 100102:
            Entry(
                name: "seatRequestConflict", isTemporary: false,
                message: "The user has another application or invitation that waits for an answer.")
        case 100200:
            Entry(
                name: "seatLocked", isTemporary: false,
                message: "The seat is locked.")
        case 100201:
            Entry(
                name: "seatOccupied", isTemporary: false,
                message: "The seat is taken.")
        case 100202:
            Entry(
                name: "alreadyApplied", isTemporary: false,
                message: "You have applied for a seat already. Wait for the answer, or cancel the application.")
        case 100203:
            Entry(
                name: "alreadySeated", isTemporary: false,
                message: "You are in a seat already.")
        case 100204:
            Entry(
                name: "notApplied", isTemporary: false,
                message: "You have not applied for a seat.")
        case 100205:
            Entry(
                name: "allSeatsOccupied", isTemporary: false,
                message: "All seats are taken or locked.")
        case 100206:
            Entry(
                name: "notSeated", isTemporary: false,
                message: "The user is not in a seat.")
        case 100210:
            Entry(
                name: "userAlreadySeated", isTemporary: false,
                message: "The user is in a seat already.")
        case 100211:
            Entry(
                name: "seatsDisabled", isTemporary: false,
                message: "This live has no seats.")
        case 100300:
            Entry(
                name: "callbackConfigured", isTemporary: false,
                message: "A callback is configured already. Update it, or delete it first.")
        case 100301:
            Entry(
                name: "callbackNotConfigured", isTemporary: false,
                message: "No callback is configured.")
        case 100400:
            Entry(
                name: "connectionNotExist", isTemporary: false,
                message: "The live is in no link, or the request of that live waits no longer.")
        case 100401:
            Entry(
                name: "roomInConnection", isTemporary: false,
                message: "Both lives are in one link already.")
        case 100402:
            Entry(
                name: "pendingConnectionRequest", isTemporary: false,
                message: "A request between both lives waits already, or the live is just joining another one.")
        case 100403:
            Entry(
                name: "roomConnectedInOther", isTemporary: false,
                message: "The live is in a link with others.")
        case 100404:
            Entry(
                name: "connectionOrBattleLimitExceeded", isTemporary: false,
                message: "A link or a battle has its maximum of lives, those that are asked counted.")
        case 100405:
            Entry(
                name: "creatingConnectionTooFrequent", isTemporary: true,
                message: "The live asks others more often than it may. Try again in a second.")
        case 100411:
            Entry(
                name: "battleNotExistOrEnded", isTemporary: false,
                message: "There is no such battle, or it has ended.")
        case 100412:
            Entry(
                name: "noRoomsInBattleIsValid", isTemporary: false,
                message: "None of these can be asked for a battle: they are no hosts of the link.")
        case 100413:
            Entry(
                name: "creatingBattleTooFrequently", isTemporary: true,
                message: "The live asks for battles more often than it may. Try again in a second.")
        case 100414:
            Entry(
                name: "roomNotInBattle", isTemporary: false,
                message: "The live is not in this battle.")
        case 100415:
            Entry(
                name: "inOtherBattle", isTemporary: false,
                message: "The live is in another battle.")
        case 100416:
            Entry(
                name: "pendingBattleRequest", isTemporary: false,
                message: "A request for a battle waits for an answer already.")
        case 100419:
            Entry(
                name: "notAllowedCancelBattleForRoomInBattle", isTemporary: false,
                message: "The battle has begun. Leave it instead of taking the request back.")
        case 100420:
            Entry(
                name: "battleNotStart", isTemporary: false,
                message: "The battle has not begun.")
        case 100421:
            Entry(
                name: "battleHasEnded", isTemporary: false,
                message: "The battle has ended.")
        case 100500:
            Entry(
                name: "metadataKeysExceeded", isTemporary: false,
                message: "A live has at most 10 metadata keys.")
        case 100501:
            Entry(
                name: "metadataValueTooLarge", isTemporary: false,
                message: "A metadata value is at most 2 KB.")
        case 100502:
            Entry(
                name: "metadataTotalTooLarge", isTemporary: false,
                message: "All metadata values together are at most 16 KB.")
        case 100503:
            Entry(
                name: "metadataKeyUnknown", isTemporary: false,
                message: "None of the metadata keys to delete exists.")
        case 100504:
            Entry(
                name: "metadataKeyTooLong", isTemporary: false,
                message: "A metadata key is at most 50 bytes.")
        case 102001:
            Entry(
                name: "giftsDisabled", isTemporary: false,
                message: "Gifts are switched off in this live.")
        case 102002:
            Entry(
                name: "giftNotFound", isTemporary: false,
                message: "There is no gift with this id.")
        case 102004:
            Entry(
                name: "giftRefusedByBilling", isTemporary: false,
                message: "The app's billing refused the gift, or did not answer in time. Nothing was delivered.")
        case 110000:
            Entry(
                name: "malformedFrame", isTemporary: false,
                message: "The frame is not a JSON object with an integer `id` and a string `op`.")
        case 110001:
            Entry(
                name: "unknownOperation", isTemporary: false,
                message: "This server does not know the operation.")
        case 110002:
            Entry(
                name: "sessionRequired", isTemporary: false,
                message: "The first command on a connection is `session.open`.")
        case 110003:
            Entry(
                name: "sessionAlreadyOpen", isTemporary: false,
                message: "This connection has a session already.")
        case 110004:
            Entry(
                name: "insufficientBalance", isTemporary: false,
                message: "The wallet has fewer coins than the gift costs.")
        case 110005:
            Entry(
                name: "orderConflict", isTemporary: false,
                message: "An order with this id and other content exists. Nothing was charged.")
        case 110006:
            Entry(
                name: "outcomeUnknown", isTemporary: true,
                message: "The connection was lost before the answer came. Send the order again with the same id to learn its outcome.")
        case 110007:
            Entry(
                name: "giftingHalted", isTemporary: true,
                message: "Gifting is halted because the ledger did not balance. The operators have been told.")
        case 110008:
            Entry(
                name: "storageUnavailable", isTemporary: true,
                message: "The server could not confirm that the change is stored. Try again. Send an order again with the same id.")
        case 110009:
            Entry(
                name: "serverShuttingDown", isTemporary: true,
                message: "The server is shutting down. Reconnect.")
        case 110010:
            Entry(
                name: "invalidReply", isTemporary: false,
                message: "The server sent something that this client does not understand.")
        case 110020:
            Entry(
                name: "orderNotFound", isTemporary: false,
                message: "No order with this sender and id was charged.")
        case 110021:
            Entry(
                name: "orderAlreadyRefunded", isTemporary: false,
                message: "The order was taken back before, under another reference.")
        case 110022:
            Entry(
                name: "referenceConflict", isTemporary: false,
                message: "The reference was used before for something else. Nothing was changed.")
        case 110023:
            Entry(
                name: "refundNotCovered", isTemporary: false,
                message: "The receivers and the house together have fewer coins than the refund needs. Nothing was changed.")
        case 110024:
            Entry(
                name: "accountOverdrawn", isTemporary: false,
                message: "The account has fewer coins than are to be taken from it. Nothing was changed.")
        case 110025:
            Entry(
                name: "billingBusy", isTemporary: true,
                message: "Too many orders wait for the app's billing. Nothing was charged; send the order again.")
        case 110026:
            Entry(
                name: "ledgerUnbalanced", isTemporary: false,
                message: "The ledger still does not balance, so gifting stays halted.")
        case 110027:
            Entry(
                name: "orderNotOpen", isTemporary: false,
                message: "The outcome of this order is known already, or there is no such order of the app's billing.")
        case 110028:
            Entry(
                name: "topUpRefused", isTemporary: false,
                message: "Only a developer's server (`--dev`) makes coins for any user. The app's backend credits what was paid.")
        case 110030:
            Entry(
                name: "controlsTooFrequent", isTemporary: true,
                message: "The user changes things more often than they may. Try again after the time that the error names.")
        case 110031:
            Entry(
                name: "loginsTooFrequent", isTemporary: true,
                message: "Too many logins came from this address. Connect again after the time that the error names.")
        case 110032:
            Entry(
                name: "joinsTooFrequent", isTemporary: true,
                message: "Too many entries into lives came from this address. Try again after the time that the error names.")
        case 110033:
            Entry(
                name: "handshakesTooFrequent", isTemporary: true,
                message: "Too many connections came from this address. Connect again after the time that the error names.")
        case 110034:
            Entry(
                name: "tooManyLives", isTemporary: false,
                message: "The user has their maximum of open lives. End one first.")
        case 110035:
            Entry(
                name: "creationsTooFrequent", isTemporary: true,
                message: "The user creates lives more often than they may. Try again after the time that the error names.")
        case 110036:
            Entry(
                name: "liveNotListed", isTemporary: false,
                message: "The live is not on the list. Only its members, its owner and its administrators may read what is said of it. Enter it first.")
        case 110040:
            Entry(
                name: "pageBeyondEnd", isTemporary: false,
                message: "The page begins beyond the end of the list, which may have become shorter. Begin with the first page.")
        case 110041:
            Entry(
                name: "tooManySanctions", isTemporary: false,
                message: "The live has its maximum of muted or banned users. Lift a mute or a ban first.")
        case 110050:
            Entry(
                name: "effectAddressRefused", isTemporary: false,
                message: "The address of the effect is not one that this server fetches from.")
        case 110051:
            Entry(
                name: "effectNotFetched", isTemporary: true,
                message: "The file of the effect could not be fetched.")
        case 110052:
            Entry(
                name: "effectInvalid", isTemporary: false,
                message: "The file is not an effect that players here take.")
        case 110053:
            Entry(
                name: "effectChecksBusy", isTemporary: true,
                message: "Too many effects are being checked. Try again in a moment.")
        case 110060:
            Entry(
                name: "originRefused", isTemporary: false,
                message: "Pages of this origin may not call the REST API. The operator can add the origin to app.allowedOrigins.")
        case 110080:
            Entry(
                name: "liveMoved", isTemporary: true,
                message: "Another server runs the live by now. Connect again, and try again; send an order again with the same id.")
        case 110081:
            Entry(
                name: "liveElsewhere", isTemporary: true,
                message: "The live is on at another server, which this one does not reach. Connect again.")
        case 110086:
            Entry(
                name: "homeAway", isTemporary: true,
                message: "The server that runs the live cannot be reached at the moment. Nothing was done; try again.")
        case 110090:
            Entry(
                name: "messageNotFound", isTemporary: false,
                message: "There is no such message, or it is deleted or too old to be deleted or pinned.")
        case 110095:
            Entry(
                name: "consoleSessionInvalid", isTemporary: false,
                message: "The session of the console is over, was ended, or never was. Sign in again.")
        case 110096:
            Entry(
                name: "signInsTooFrequent", isTemporary: true,
                message: "Too many sign-ins or wrong tokens came from this address. Wait a moment, then sign in again.")
        case 110097:
            Entry(
                name: "changedMeanwhile", isTemporary: false,
                message: "Somebody else changed it since it was read. Read it again, and decide what holds.")
        case 110100:
            Entry(
                name: "wordRefused", isTemporary: false,
                message: "The text has a word that is not allowed here.")
        case 110101:
            Entry(
                name: "slowMode", isTemporary: true,
                message: "The live is in slow mode: wait before you write again.")
        case 110102:
            Entry(
                name: "wordListInvalid", isTemporary: false,
                message: "The word list has too many words, or a word that is too long, has no letters or is there twice.")
        case 110103:
            Entry(
                name: "likesDisabled", isTemporary: false,
                message: "Likes are switched off in this live.")
        case 110110:
            Entry(
                name: "directionControlRefused", isTemporary: false,
                message: "A name, title or reason has no characters U+202A to U+202E and U+2066 to U+2069, which change the direction of the text around them.")
        case 110120:
            Entry(
                name: "tooManyTopics", isTemporary: false,
                message: "The live has its maximum of topics with kept messages, or this user began as many as one user may. Use a topic that there is.")
        case 110121:
            Entry(
                name: "tooManySubscriptions", isTemporary: false,
                message: "This connection listens to its maximum of topics of the live. Unsubscribe from one first.")
        case 110122:
            Entry(
                name: "tooManyTopicBytes", isTemporary: false,
                message: "The kept messages of the live, or this user's among them, have their maximum of bytes. Send the message without keeping it.")
        case 110140:
            Entry(
                name: "seatSignalTooLong", isTemporary: false,
                message: "What you send to another seat is longer than the server takes.")
        case 110141:
            Entry(
                name: "seatSignalsTooFrequent", isTemporary: true,
                message: "You send too much to other seats. Wait a moment.")
        case 110200:
            Entry(
                name: "seatsNotCarried", isTemporary: false,
                message: "Lives of this server have no seats for guests, so nobody can be put on one or taken off one.")
        case 110201:
            Entry(
                name: "tooManySeatRequests", isTemporary: true,
                message: "The live has its maximum of applications and invitations that wait for an answer. Try again later.")
        case 110300:
            Entry(
                name: "streamKeyInvalid", isTemporary: false,
                message: "The stream key or the ticket does not let anybody publish the picture of this live. A ticket lets one connection in, for a minute.")
        case 110301:
            Entry(
                name: "liveNotOn", isTemporary: false,
                message: "The live is not on, so it has no picture. Create it first.")
        case 110302:
            Entry(
                name: "mediaNotRelayed", isTemporary: false,
                message: "This server does not carry pictures itself. Whoever runs it says so with media.mode.")
        case 110303:
            Entry(
                name: "playSignatureInvalid", isTemporary: false,
                message: "The address of the picture has no signature that holds. Ask room.info for a new address.")
        case 110304:
            Entry(
                name: "mediaInvalid", isTemporary: false,
                message: "The stream cannot be taken. The message says what to change at the publisher.")
        case 110305:
            Entry(
                name: "mediaBusy", isTemporary: true,
                message: "The server carries as many pictures or players as it may. Try again later.")
        case 110306:
            Entry(
                name: "publisherReplaced", isTemporary: false,
                message: "A newer publisher of the same live took over.")
        case 110307:
            Entry(
                name: "pictureStopped", isTemporary: false,
                message: "Somebody stopped the picture of the live.")
        case 110308:
            Entry(
                name: "mediaNotThere", isTemporary: true,
                message: "The live has no picture at the moment, or this part of it is gone. Ask again in a second.")
        case 110310:
            Entry(
                name: "rtcNotConfigured", isTemporary: false,
                message: "This server carries no WebRTC. Whoever runs it installs Janus (apt install janus) and sets rtc.engine: janus.")
        case 110311:
            Entry(
                name: "sessionDescriptionRefused", isTemporary: false,
                message: "The session description or its candidates cannot be taken. The message says what to change.")
        case 110312:
            Entry(
                name: "rtcSessionGone", isTemporary: false,
                message: "There is no such session of WebRTC, or it has ended. Begin with a new POST.")
        case 110313:
            Entry(
                name: "rtcFull", isTemporary: true,
                message: "As many publish or watch by WebRTC as may. Viewers are served by the relay.")
        case 110314:
            Entry(
                name: "rtcServerUnavailable", isTemporary: true,
                message: "The media server of WebRTC does not answer. Try again soon.")
        case 110315:
            Entry(
                name: "rtcPreconditionRequired", isTemporary: false,
                message: "A PATCH needs If-Match: the ETag of the session, or * for a restart of ICE.")
        case 110316:
            Entry(
                name: "rtcPreconditionFailed", isTemporary: false,
                message: "The ETag of If-Match is not that of the session. A restart of ICE has made a new one.")
        case 110317:
            Entry(
                name: "rtcContentTypeWrong", isTemporary: false,
                message: "The body has another type than this request takes: application/sdp, or application/trickle-ice-sdpfrag.")
        case 110340:
            Entry(
                name: "recordingNotFound", isTemporary: false,
                message: "There is no such recording, or it was deleted.")
        case 110341:
            Entry(
                name: "recordingUnderWay", isTemporary: true,
                message: "The recording still goes on. Stop it, or wait for the end of the live.")
        case 110342:
            Entry(
                name: "recordingsOff", isTemporary: false,
                message: "This server records nothing. Its operator sets recording.mode to asked or all.")
        case 110343:
            Entry(
                name: "recordingAddressInvalid", isTemporary: false,
                message: "The address of the recording has expired, or its signature does not hold. Ask for a new one.")
        case 110344:
            Entry(
                name: "recordingsBusy", isTemporary: true,
                message: "As many recordings are being played as may. Try again soon.")
        case 110350:
            Entry(
                name: "uploadsOff", isTemporary: false,
                message: "This server takes no files. Whoever runs it names a folder for them, files.folder.")
        case 110351:
            Entry(
                name: "uploadTicketInvalid", isTemporary: false,
                message: "The ticket does not let this file be uploaded: it is unknown, expired, used already, or for another kind of file. Ask for a new one.")
        case 110352:
            Entry(
                name: "uploadTooLarge", isTemporary: false,
                message: "The file has more bytes than may be uploaded. Make it smaller.")
        case 110353:
            Entry(
                name: "uploadTypeRefused", isTemporary: false,
                message: "The file is of a type that is not taken. Pictures are PNG, JPEG or WebP, animations SVGA; the content decides, not the name.")
        case 110354:
            Entry(
                name: "uploadInvalid", isTemporary: false,
                message: "The file is damaged, or is beyond what players and browsers take. The message says what to change.")
        case 110355:
            Entry(
                name: "userFilesFull", isTemporary: false,
                message: "This user has as many files, or as many bytes of them, as one user may. Files that nothing names are deleted in time.")
        case 110356:
            Entry(
                name: "filesFull", isTemporary: false,
                message: "The server keeps as many bytes of files as it may. Whoever runs it raises limits.filesMebibytesMax or deletes some.")
        case 110357:
            Entry(
                name: "uploadTooSlow", isTemporary: true,
                message: "The upload took too long, or stopped before the file was whole. Try again with a better connection or a smaller file.")
        case 110358:
            Entry(
                name: "uploadsBusy", isTemporary: true,
                message: "As many files are being uploaded as may be, by this user or by all. Try again in a moment.")
        case 110359:
            Entry(
                name: "uploadsTooFrequent", isTemporary: true,
                message: "This user uploads too much. Wait a while.")
        case 110360:
            Entry(
                name: "userPresent", isTemporary: false,
                message: "The user is logged in, or their live is on. End the live, and try again when they are gone.")
        case 110361:
            Entry(
                name: "userHasOpenOrders", isTemporary: false,
                message: "The app's own billing has not said what became of orders of the user. Settle them first.")
        case 110362:
            Entry(
                name: "userHasCoins", isTemporary: false,
                message: "The user still has coins, to spend or earned. Move them by a correction, or say that they are given up.")
        case 110370:
            Entry(
                name: "seatTicketInvalid", isTemporary: false,
                message: "The ticket of the seat has expired, or is for another live. Ask seat.list for a new one.")
        case 110371:
            Entry(
                name: "seatNotSending", isTemporary: true,
                message: "The user sends nothing from a seat at the moment. Try again soon.")
        case 110379:
            Entry(
                name: "billingNotAskedAgain", isTemporary: false,
                message: "The server does not ask the app's billing about this order again: it is not set up as idempotent, or the order waits for an operator. Find out there, and settle the order.")
        case 110385:
            Entry(
                name: "filesDiskFull", isTemporary: true,
                message: "The disk of the server has no room for files. Whoever runs it makes some, or lowers limits.filesFreeMebibytesMin.")
        case 110386:
            Entry(
                name: "pictureUnreachable", isTemporary: true,
                message: "The picture of this live is at another server, which does not answer at the moment. Ask again in a second.")
        case 110387:
            Entry(
                name: "clusterProofInvalid", isTemporary: false,
                message: "Only servers of the cluster are answered here. Give all of them the same cluster.secret, and set their clocks.")
        case 110388:
            Entry(
                name: "liveUnreachable", isTemporary: true,
                message: "The live is at another server, which does not answer at the moment. Come again in a second.")
        case 110390:
            Entry(
                name: "presenceUnknown", isTemporary: true,
                message: "Another server does not say whether the user is logged in there. Nothing was changed: try again in a few seconds.")
        case 110395:
            Entry(
                name: "uplinkTestsTooFrequent", isTemporary: true,
                message: "The uplink was tested a moment ago, or too many test theirs right now. Wait a while, or go live without the test.")
        default: nil
        }
    }

    /// Whether an order of gifts that is refused with it may have been charged all the same, so that it has to be sent again.
    public var leavesOrderOpen: Bool {
        switch self {
        case .networkUnavailable, .internalError, .sessionRequired, .outcomeUnknown, .storageUnavailable, .serverShuttingDown, .invalidReply, .liveMoved, .liveElsewhere, .homeAway: true
        default: false
        }
    }
}

extension CloseCode {
    /// The session is over; the user has left at once.
    public static let normal = CloseCode(rawValue: 1000)
    /// The page or the server goes away. From a client: it has left at once.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// The frame breaks RFC 6455.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// The server speaks text frames only.
    public static let unsupportedData = CloseCode(rawValue: 1003)
    /// The text is not UTF-8.
    public static let invalidPayload = CloseCode(rawValue: 1007)
    /// The frame is over the limit of 64 KiB.
    public static let messageTooBig = CloseCode(rawValue: 1009)
    /// The server failed while handling the connection.
    public static let serverError = CloseCode(rawValue: 1011)
    /// The service restarts.
    public static let serviceRestart = CloseCode(rawValue: 1012)
    /// The server is overloaded.
    public static let tryAgainLater = CloseCode(rawValue: 1013)
    /// The server shuts down. Reconnect with backoff and resume.
    public static let shutdown = CloseCode(rawValue: 3000)
    /// The connection read too slowly. Reconnect and resume.
    public static let slow = CloseCode(rawValue: 3001)
    /// Nothing was heard for 90 seconds.
    public static let silent = CloseCode(rawValue: 3002)
    /// The session could not be opened because the server failed. Reconnect with backoff.
    public static let openFailed = CloseCode(rawValue: 3003)
    /// More was missed than is sent at once. Reconnect and resume for the rest.
    public static let resumeAgain = CloseCode(rawValue: 3004)
    /// The publisher completed no fragment for media.silenceSecondsMax. Reconnect with a new ticket.
    public static let mediaSilent = CloseCode(rawValue: 3005)
    /// The player read nothing for too long. Reconnect to go on at the newest picture.
    public static let mediaSlow = CloseCode(rawValue: 3006)
    /// The address of the picture has expired or was taken back. Ask room.info for a new one; who may not watch gets none.
    public static let playAddressOver = CloseCode(rawValue: 3007)
    /// The login was refused; the error reply before it says why.
    public static let unauthorized = CloseCode(rawValue: 3500)
    /// No session.open within ten seconds.
    public static let openTimeout = CloseCode(rawValue: 3501)
    /// The user has more sessions than allowed; this was the oldest.
    public static let kickedOffline = CloseCode(rawValue: 3502)
    /// The UserSig of the session has expired. Log in with a new one.
    public static let loginExpired = CloseCode(rawValue: 3503)
    /// Too many frames that are not commands.
    public static let tooManyMalformedFrames = CloseCode(rawValue: 3504)
    /// The session goes on over a newer connection.
    public static let replaced = CloseCode(rawValue: 3505)
    /// A newer publisher of the same live took over.
    public static let publisherReplaced = CloseCode(rawValue: 3506)
    /// Somebody stopped the picture of the live.
    public static let pictureStopped = CloseCode(rawValue: 3507)
    /// The live is over.
    public static let liveEnded = CloseCode(rawValue: 3508)
    /// The stream cannot be taken. The reason of the close says what to change.
    public static let mediaInvalid = CloseCode(rawValue: 3509)
    /// More is published than may be. The reason of the close says which limit it is.
    public static let mediaTooFast = CloseCode(rawValue: 3510)

    /// Every code of this version, in the order of `Protocol/errors.json`.
    public static let all: [CloseCode] = [
        .normal,
        .goingAway,
        .protocolError,
        .unsupportedData,
        .invalidPayload,
        .messageTooBig,
        .serverError,
        .serviceRestart,
        .tryAgainLater,
        .shutdown,
        .slow,
        .silent,
        .openFailed,
        .resumeAgain,
        .mediaSilent,
        .mediaSlow,
        .playAddressOver,
        .unauthorized,
        .openTimeout,
        .kickedOffline,
        .loginExpired,
        .tooManyMalformedFrames,
        .replaced,
        .publisherReplaced,
        .pictureStopped,
        .liveEnded,
        .mediaInvalid,
        .mediaTooFast,
    ]

    /// The name of a code; nil for a number that is not in the list.
    public var name: String? {
        switch rawValue {
        case 1000: "normal"
        case 1001: "goingAway"
        case 1002: "protocolError"
        case 1003: "unsupportedData"
        case 1007: "invalidPayload"
        case 1009: "messageTooBig"
        case 1011: "serverError"
        case 1012: "serviceRestart"
        case 1013: "tryAgainLater"
        case 3000: "shutdown"
        case 3001: "slow"
        case 3002: "silent"
        case 3003: "openFailed"
        case 3004: "resumeAgain"
        case 3005: "mediaSilent"
        case 3006: "mediaSlow"
        case 3007: "playAddressOver"
        case 3500: "unauthorized"
        case 3501: "openTimeout"
        case 3502: "kickedOffline"
        case 3503: "loginExpired"
        case 3504: "tooManyMalformedFrames"
        case 3505: "replaced"
        case 3506: "publisherReplaced"
        case 3507: "pictureStopped"
        case 3508: "liveEnded"
        case 3509: "mediaInvalid"
        case 3510: "mediaTooFast"
        default: nil
        }
    }
}

extension DropReason {
    /// The live is over its messages a second.
    public static let msgFreqCtrl = DropReason(rawValue: "MsgFreqCtrl")
    /// The sender is over their messages a second.
    public static let userFreqCtrl = DropReason(rawValue: "UserFreqCtrl")
}
