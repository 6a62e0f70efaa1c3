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
  "callbackConfigured": 100300,
  "callbackNotConfigured": 100301,
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
  "pageBeyondEnd": 110040,
  "tooManySanctions": 110041,
  "effectAddressRefused": 110050,
  "effectNotFetched": 110051,
  "effectInvalid": 110052,
  "effectChecksBusy": 110053,
  "originRefused": 110060,
  "wordRefused": 110100,
  "slowMode": 110101,
  "wordListInvalid": 110102,
  "likesDisabled": 110103,
  "directionControlRefused": 110110,
  "tooManyTopics": 110120,
  "tooManySubscriptions": 110121,
  "seatsNotCarried": 110200,
  "streamKeyInvalid": 110300,
  "liveNotOn": 110301,
  "mediaNotRelayed": 110302,
  "playSignatureInvalid": 110303,
  "mediaInvalid": 110304,
  "mediaBusy": 110305,
  "publisherReplaced": 110306,
  "pictureStopped": 110307,
  "mediaNotThere": 110308
});

/** What each error number means, in a sentence. */
export const errorMessages = Object.freeze({
  "-1": "The operation failed for a reason that has no number of its own.",
  "-2": "Too frequent: the message was dropped by a rate limit. Try again in a moment.",
  "-3": "This operation is already under way.",
  "-4": "The client is not in the live that this call is for.",
  "-1001": "An argument of the call is not valid.",
  "-1002": "Log in first.",
  "-2101": "Join a live first.",
  "-2105": "A live id is 1 to 48 bytes of printable ASCII.",
  "-2107": "A live name is at most 100 bytes.",
  "-2108": "Leave the live that this client is in first.",
  "-2200": "There is no such user.",
  "-2300": "Only the owner of the live may do this.",
  "-2301": "Only the owner or an administrator of the live may do this.",
  "-2380": "Messages are disabled for everybody in this live.",
  "-3301": "The server cannot be reached. The client goes on trying.",
  "10016": "The message was refused by the app's review.",
  "40003": "The account was never imported and never logged in.",
  "60002": "The HTTP request of the call cannot be read: its query or its size.",
  "60003": "The body of the request is not a JSON object.",
  "60004": "The account of the call is missing or invalid, or its UserSig was made for another one.",
  "60005": "The UserSig of the call is missing, invalid or expired.",
  "60006": "The sdkAppID is not the one that this server serves.",
  "60007": "The command is called more often a second than it may be. Try again soon.",
  "60009": "There is no command at this path. A command is POST /v4/<service>/<command>.",
  "60010": "This call needs an administrator account of the app.",
  "60012": "The query of the call has no sdkappid.",
  "70001": "The UserSig has expired. Ask the app's backend for a new one.",
  "70003": "The UserSig is not valid: it was made with another key, or it is damaged.",
  "70013": "The UserSig was made for another user.",
  "100001": "The server failed. It is not the client's fault; trying again may help.",
  "100002": "A parameter is missing, of the wrong type or out of its limits.",
  "100003": "Another user's live has this id.",
  "100004": "There is no such live, or it has ended.",
  "100005": "The user is not in this live.",
  "100006": "The caller may not do this to that user.",
  "100008": "The live is full.",
  "100009": "A live has at most 3 categories.",
  "100010": "The owner has a live with this id already.",
  "100012": "Too frequent. Try again in a second.",
  "100015": "The type of a live is \"Live\".",
  "100016": "The user is banned from this live.",
  "100017": "The user is muted in this live.",
  "100020": "A live has at most 5 administrators.",
  "100300": "A callback is configured already. Update it, or delete it first.",
  "100301": "No callback is configured.",
  "100500": "A live has at most 10 metadata keys.",
  "100501": "A metadata value is at most 2 KB.",
  "100502": "All metadata values together are at most 16 KB.",
  "100503": "None of the metadata keys to delete exists.",
  "100504": "A metadata key is at most 50 bytes.",
  "102001": "Gifts are switched off in this live.",
  "102002": "There is no gift with this id.",
  "102004": "The app's billing refused the gift, or did not answer in time. Nothing was delivered.",
  "110000": "The frame is not a JSON object with an integer `id` and a string `op`.",
  "110001": "This server does not know the operation.",
  "110002": "The first command on a connection is `session.open`.",
  "110003": "This connection has a session already.",
  "110004": "The wallet has fewer coins than the gift costs.",
  "110005": "An order with this id and other content exists. Nothing was charged.",
  "110006": "The connection was lost before the answer came. Send the order again with the same id to learn its outcome.",
  "110007": "Gifting is halted because the ledger did not balance. The operators have been told.",
  "110008": "The server could not confirm that the change is stored. Try again. Send an order again with the same id.",
  "110009": "The server is shutting down. Reconnect.",
  "110010": "The server sent something that this client does not understand.",
  "110020": "No order with this sender and id was charged.",
  "110021": "The order was taken back before, under another reference.",
  "110022": "The reference was used before for something else. Nothing was changed.",
  "110023": "The receivers and the house together have fewer coins than the refund needs. Nothing was changed.",
  "110024": "The account has fewer coins than are to be taken from it. Nothing was changed.",
  "110025": "Too many orders wait for the app's billing. Nothing was charged; send the order again.",
  "110026": "The ledger still does not balance, so gifting stays halted.",
  "110027": "The outcome of this order is known already, or there is no such order of the app's billing.",
  "110028": "Only a developer's server (`--dev`) makes coins for any user. The app's backend credits what was paid.",
  "110030": "The user changes things more often than they may. Try again after the time that the error names.",
  "110031": "Too many logins came from this address. Connect again after the time that the error names.",
  "110032": "Too many entries into lives came from this address. Try again after the time that the error names.",
  "110033": "Too many connections came from this address. Connect again after the time that the error names.",
  "110034": "The user has their maximum of open lives. End one first.",
  "110035": "The user creates lives more often than they may. Try again after the time that the error names.",
  "110040": "The page begins beyond the end of the list, which may have become shorter. Begin with the first page.",
  "110041": "The live has its maximum of muted or banned users. Lift a mute or a ban first.",
  "110050": "The address of the effect is not one that this server fetches from.",
  "110051": "The file of the effect could not be fetched.",
  "110052": "The file is not an effect that players here take.",
  "110053": "Too many effects are being checked. Try again in a moment.",
  "110060": "Pages of this origin may not call the REST API. The operator can add the origin to app.allowedOrigins.",
  "110100": "The text has a word that is not allowed here.",
  "110101": "The live is in slow mode: wait before you write again.",
  "110102": "The word list has too many words, or a word that is too long, has no letters or is there twice.",
  "110103": "Likes are switched off in this live.",
  "110110": "A name, title or reason has no characters U+202A to U+202E and U+2066 to U+2069, which change the direction of the text around them.",
  "110120": "The live has its maximum of topics with kept messages, or this user began as many as one user may. Use a topic that there is.",
  "110121": "This connection listens to its maximum of topics of the live. Unsubscribe from one first.",
  "110200": "Lives of this server have no seats for guests, so nobody can be put on one or taken off one.",
  "110300": "The stream key or the ticket does not let anybody publish the picture of this live. A ticket lets one connection in, for a minute.",
  "110301": "The live is not on, so it has no picture. Create it first.",
  "110302": "This server does not carry pictures itself. Whoever runs it says so with media.mode.",
  "110303": "The address of the picture has no signature that holds. Ask room.info for a new address.",
  "110304": "The stream cannot be taken. The message says what to change at the publisher.",
  "110305": "The server carries as many pictures or players as it may. Try again later.",
  "110306": "A newer publisher of the same live took over.",
  "110307": "Somebody stopped the picture of the live.",
  "110308": "The live has no picture at the moment, or this part of it is gone. Ask again in a second."
});

/** Errors after which an order of gifts may have been charged all the same, so that it has to be sent again. */
export const codesThatLeaveOrdersOpen = Object.freeze([-3301, 100001, 110002, 110006, 110008, 110009, 110010]);

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
