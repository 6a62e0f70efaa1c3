// Made by scripts/generate-errors from Protocol/errors.json. Do not edit.

/** Error numbers by name. */
export const ErrorCode = Object.freeze({
  "failed": -1,
  "frequencyLimited": -2,
  "repeatedOperation": -3,
  "roomMismatch": -4,
  "invalidParameter": -1001,
  "notLoggedIn": -1002,
  "notInRoom": -2101,
  "roomIDInvalid": -2105,
  "roomNameInvalid": -2107,
  "alreadyInOtherRoom": -2108,
  "userNotFound": -2200,
  "ownerRequired": -2300,
  "adminRequired": -2301,
  "seatRequestGone": -2311,
  "seatNotFound": -2344,
  "microphoneLocked": -2360,
  "cameraLocked": -2370,
  "roomMuted": -2380,
  "networkUnavailable": -3301,
  "messageRefusedByReview": 10016,
  "accountNotImported": 40003,
  "httpRequestInvalid": 60002,
  "bodyNotJSON": 60003,
  "restAccountInvalid": 60004,
  "restSignatureInvalid": 60005,
  "sdkAppIDInvalid": 60006,
  "restTooFrequent": 60007,
  "restCommandUnknown": 60009,
  "administratorRequired": 60010,
  "sdkAppIDMissing": 60012,
  "userSigExpired": 70001,
  "userSigInvalid": 70003,
  "userSigMismatch": 70013,
  "internalError": 100001,
  "illegalParameter": 100002,
  "roomIDOccupied": 100003,
  "roomNotFound": 100004,
  "notMember": 100005,
  "permissionDenied": 100006,
  "roomFull": 100008,
  "tooManyTags": 100009,
  "roomIDUsedByOwner": 100010,
  "tooFrequent": 100012,
  "roomTypeInvalid": 100015,
  "memberBanned": 100016,
  "memberMuted": 100017,
  "tooManyAdmins": 100020,
  "seatRequestConflict": 100102,
  "seatLocked": 100200,
  "seatOccupied": 100201,
  "alreadyApplied": 100202,
  "alreadySeated": 100203,
  "notApplied": 100204,
  "allSeatsOccupied": 100205,
  "notSeated": 100206,
  "userAlreadySeated": 100210,
  "seatsDisabled": 100211,
  "callbackConfigured": 100300,
  "callbackNotConfigured": 100301,
  "connectionNotExist": 100400,
  "roomInConnection": 100401,
  "pendingConnectionRequest": 100402,
  "roomConnectedInOther": 100403,
  "connectionOrBattleLimitExceeded": 100404,
  "creatingConnectionTooFrequent": 100405,
  "battleNotExistOrEnded": 100411,
  "noRoomsInBattleIsValid": 100412,
  "creatingBattleTooFrequently": 100413,
  "roomNotInBattle": 100414,
  "inOtherBattle": 100415,
  "pendingBattleRequest": 100416,
  "notAllowedCancelBattleForRoomInBattle": 100419,
  "battleNotStart": 100420,
  "battleHasEnded": 100421,
  "metadataKeysExceeded": 100500,
  "metadataValueTooLarge": 100501,
  "metadataTotalTooLarge": 100502,
  "metadataKeyUnknown": 100503,
  "metadataKeyTooLong": 100504,
  "giftsDisabled": 102001,
  "giftNotFound": 102002,
  "giftRefusedByBilling": 102004,
  "malformedFrame": 110000,
  "unknownOperation": 110001,
  "sessionRequired": 110002,
  "sessionAlreadyOpen": 110003,
  "insufficientBalance": 110004,
  "orderConflict": 110005,
  "outcomeUnknown": 110006,
  "giftingHalted": 110007,
  "storageUnavailable": 110008,
  "serverShuttingDown": 110009,
  "invalidReply": 110010,
  "orderNotFound": 110020,
  "orderAlreadyRefunded": 110021,
  "referenceConflict": 110022,
  "refundNotCovered": 110023,
  "accountOverdrawn": 110024,
  "billingBusy": 110025,
  "ledgerUnbalanced": 110026,
  "orderNotOpen": 110027,
  "topUpRefused": 110028,
  "controlsTooFrequent": 110030,
  "loginsTooFrequent": 110031,
  "joinsTooFrequent": 110032,
  "handshakesTooFrequent": 110033,
  "tooManyLives": 110034,
  "creationsTooFrequent": 110035,
  "liveNotListed": 110036,
  "pageBeyondEnd": 110040,
  "tooManySanctions": 110041,
  "effectAddressRefused": 110050,
  "effectNotFetched": 110051,
  "effectInvalid": 110052,
  "effectChecksBusy": 110053,
  "originRefused": 110060,
  "liveMoved": 110080,
  "liveElsewhere": 110081,
  "homeAway": 110086,
  "messageNotFound": 110090,
  "consoleSessionInvalid": 110095,
  "signInsTooFrequent": 110096,
  "changedMeanwhile": 110097,
  "wordRefused": 110100,
  "slowMode": 110101,
  "wordListInvalid": 110102,
  "likesDisabled": 110103,
  "directionControlRefused": 110110,
  "tooManyTopics": 110120,
  "tooManySubscriptions": 110121,
  "tooManyTopicBytes": 110122,
  "seatSignalTooLong": 110140,
  "seatSignalsTooFrequent": 110141,
  "seatsNotCarried": 110200,
  "tooManySeatRequests": 110201,
  "streamKeyInvalid": 110300,
  "liveNotOn": 110301,
  "mediaNotRelayed": 110302,
  "playSignatureInvalid": 110303,
  "mediaInvalid": 110304,
  "mediaBusy": 110305,
  "publisherReplaced": 110306,
  "pictureStopped": 110307,
  "mediaNotThere": 110308,
  "rtcNotConfigured": 110310,
  "sessionDescriptionRefused": 110311,
  "rtcSessionGone": 110312,
  "rtcFull": 110313,
  "rtcServerUnavailable": 110314,
  "rtcPreconditionRequired": 110315,
  "rtcPreconditionFailed": 110316,
  "rtcContentTypeWrong": 110317,
  "recordingNotFound": 110340,
  "recordingUnderWay": 110341,
  "recordingsOff": 110342,
  "recordingAddressInvalid": 110343,
  "recordingsBusy": 110344,
  "uploadsOff": 110350,
  "uploadTicketInvalid": 110351,
  "uploadTooLarge": 110352,
  "uploadTypeRefused": 110353,
  "uploadInvalid": 110354,
  "userFilesFull": 110355,
  "filesFull": 110356,
  "uploadTooSlow": 110357,
  "uploadsBusy": 110358,
  "uploadsTooFrequent": 110359,
  "userPresent": 110360,
  "userHasOpenOrders": 110361,
  "userHasCoins": 110362,
  "seatTicketInvalid": 110370,
  "seatNotSending": 110371,
  "billingNotAskedAgain": 110379,
  "filesDiskFull": 110385,
  "pictureUnreachable": 110386,
  "clusterProofInvalid": 110387
});

/** Errors after which an order of gifts may have been charged all the same, so that it has to be sent again. */
export const codesThatLeaveOrdersOpen = Object.freeze([-3301, 100001, 110002, 110006, 110008, 110009, 110010, 110080, 110081, 110086]);

/** Close codes by name, and whether a client reconnects after them. */
export const CloseCode = Object.freeze({
  "normal": {
    "code": 1000,
    "reconnect": false
  },
  "goingAway": {
    "code": 1001,
    "reconnect": true
  },
  "protocolError": {
    "code": 1002,
    "reconnect": false
  },
  "unsupportedData": {
    "code": 1003,
    "reconnect": false
  },
  "invalidPayload": {
    "code": 1007,
    "reconnect": false
  },
  "messageTooBig": {
    "code": 1009,
    "reconnect": false
  },
  "serverError": {
    "code": 1011,
    "reconnect": false
  },
  "serviceRestart": {
    "code": 1012,
    "reconnect": true
  },
  "tryAgainLater": {
    "code": 1013,
    "reconnect": true
  },
  "shutdown": {
    "code": 3000,
    "reconnect": true
  },
  "slow": {
    "code": 3001,
    "reconnect": true
  },
  "silent": {
    "code": 3002,
    "reconnect": true
  },
  "openFailed": {
    "code": 3003,
    "reconnect": true
  },
  "resumeAgain": {
    "code": 3004,
    "reconnect": true
  },
  "mediaSilent": {
    "code": 3005,
    "reconnect": true
  },
  "mediaSlow": {
    "code": 3006,
    "reconnect": true
  },
  "playAddressOver": {
    "code": 3007,
    "reconnect": true
  },
  "unauthorized": {
    "code": 3500,
    "reconnect": false
  },
  "openTimeout": {
    "code": 3501,
    "reconnect": false
  },
  "kickedOffline": {
    "code": 3502,
    "reconnect": false
  },
  "loginExpired": {
    "code": 3503,
    "reconnect": false
  },
  "tooManyMalformedFrames": {
    "code": 3504,
    "reconnect": false
  },
  "replaced": {
    "code": 3505,
    "reconnect": false
  },
  "publisherReplaced": {
    "code": 3506,
    "reconnect": false
  },
  "pictureStopped": {
    "code": 3507,
    "reconnect": false
  },
  "liveEnded": {
    "code": 3508,
    "reconnect": false
  },
  "mediaInvalid": {
    "code": 3509,
    "reconnect": false
  },
  "mediaTooFast": {
    "code": 3510,
    "reconnect": false
  }
});
