// What events and answers hold, as in Sources/OvationModel and Sources/OvationWire.

import {
  anyObject, anything, arrayOf, boolean, exactInteger, giftID, integer, liveID, mapOf, maybe, object, oneOf,
  oneOfNumbers, string, token,
} from "./schema.js";

const userID = token(32);
const sessionID = token(64);
const orderID = token(64);
const texts = mapOf(string);

const user = object({ userID, userName: string, avatarURL: string });

const settings = {
  liveName: string, notice: string, isMessageDisable: boolean, isPublicVisible: boolean, isSeatEnabled: boolean,
  keepOwnerOnSeat: boolean, maxSeatCount: integer, seatMode: oneOf("free", "apply"), seatLayoutTemplateID: integer,
  coverURL: string, backgroundURL: string, categoryList: arrayOf(integer), activityStatus: integer,
  isGiftEnabled: boolean, metaData: texts,
};

// Left out of a live that has none.
const rarities = {
  maxMemberCount: integer, isUnlimitedRoomEnabled: boolean, slowModeSeconds: integer, customInfo: string,
  isLikeEnabled: boolean, popularity: exactInteger, ownerAbsenceSeconds: integer, emptySeconds: integer,
};

const info = object(
  { ...settings, liveID, sessionID, liveOwner: user, createTime: integer, totalViewerCount: integer }, rarities);

const statistics = object({
  totalViewers: integer, totalGiftsSent: integer, totalGiftCoins: integer, totalUniqueGiftSenders: integer,
  totalLikesReceived: integer, totalMessageSent: integer, totalDuration: integer,
});

const gift = object({
  giftID, name: string, desc: string, iconURL: string, resourceURL: string, level: integer, coins: exactInteger,
  extensionInfo: texts,
});

const combo = object({ id: integer, count: integer, coins: exactInteger, until: integer, isFinal: boolean });
const giftOrder = object({ orderID, count: integer, coins: exactInteger, durable: integer, at: integer });
const boardKind = oneOf("senders", "hosts");
const boardPeriod = oneOf("live", "day", "week", "all");
const boardRows = arrayOf(object({ rank: integer, user, coins: exactInteger }, { gifterLevel: integer }));

const textBarrage = object({ sender: user, text: string }, { extensionInfo: texts });
const customBarrage = object({ sender: user, businessID: string, data: string });

function barrage(value, path) {
  anyObject(value, path);
  const isCustom = value.businessID !== undefined && value.businessID !== null;
  (isCustom ? customBarrage : textBarrage)(value, path);
}

const listing = object({ info, audienceCount: integer });

const membership = object(
  {
    liveID, sessionID, role: oneOfNumbers(0, 1, 2), muted: boolean, created: boolean, epoch: string, seq: integer,
    durable: integer,
  },
  { mutedUntil: integer, mutedReason: string });

/** An error in an answer; all but the number may be missing. */
export const wireError = object(
  { code: integer },
  {
    name: string, message: string, temporary: boolean, retryAfterMilliseconds: integer, until: integer, reason: string,
  });

const moderationEntry = object(
  { number: integer, sessionID, action: string, at: integer, source: string, reason: string },
  { by: userID, userID, until: integer, seconds: integer, word: string });

/** The content of each event of a room, by name. */
export const roomEventShapes = Object.freeze({
  "barrage.sent": barrage,
  "gift.received": object(
    { orderID, gift, count: integer, coins: exactInteger, sender: user, to: arrayOf(user) },
    { isUnconfirmed: boolean, gifterLevel: integer, combo, orders: arrayOf(giftOrder) }),
  "like.received": object({
    total: integer, added: integer, senders: arrayOf(object({ user, count: integer })),
  }),
  "audience.joined": object({ user, count: integer, totalViewers: integer }),
  "audience.left": object({ user, count: integer }),
  "audience.counted": object({ count: integer, statistics }),
  "audience.muted": object({ user, muted: boolean }, { until: integer, by: userID, reason: string }),
  "audience.kicked": object({ user, reason: string, count: integer }, { by: userID }),
  "audience.banned": object({ user, banned: boolean, reason: string, count: integer }, { until: integer, by: userID }),
  "audience.appointed": object({ user, isAdmin: boolean }, { by: userID }),
  "room.updated": object({ changes: object({}, { ...settings, ...rarities }) }, { by: userID }),
  "room.ended": object({ reason: oneOf("endedByHost", "endedByServer"), message: string, statistics }),
  "room.snapshot": object(
    {
      info, statistics, audienceCount: integer, audience: arrayOf(user), admins: arrayOf(user),
      history: arrayOf(object({ seq: integer, at: integer, barrage })),
    },
    { topSenders: boardRows }),
  "room.skipped": object({ from: integer, to: integer }),
  "combo.ended": object({ combos: arrayOf(object({ sender: user, giftID, combo })) }),
  "board.changed": object({ top: boardRows }),
});

/** The content of each event that belongs to no room, by name. `catalogue.changed` has none. */
export const userEventShapes = Object.freeze({
  "wallet.changed": object({ balance: exactInteger }),
  "catalogue.changed": null,
});

/** The `ok` of each command, by `op`. */
export const replyShapes = Object.freeze({
  "session.open": object({
    session: sessionID, resumed: boolean, user, profile: anyObject, at: integer, silenceSeconds: integer,
    rooms: arrayOf(object(
      { room: liveID, joined: boolean, recovered: boolean }, { membership, error: wireError })),
  }),
  "session.ping": anyObject,
  "room.create": membership,
  "room.join": membership,
  "room.leave": anyObject,
  "room.end": statistics,
  "room.update": anyObject,
  "room.metadata": object({ metaData: texts }),
  "room.list": object({ rooms: arrayOf(listing), cursor: string }, { hosted: arrayOf(listing) }),
  "room.info": listing,
  "audience.list": object({
    audience: arrayOf(user), count: integer, admins: arrayOf(user), muted: arrayOf(user), cursor: string,
  }),
  "audience.kick": anyObject,
  "audience.mute": anyObject,
  "audience.ban": anyObject,
  "audience.admin": anyObject,
  "audience.log": object({ entries: arrayOf(moderationEntry), cursor: string }),
  "user.update": anyObject,
  "barrage.send": object({}, { seq: integer, dropped: string }),
  "gift.list": object({
    categories: arrayOf(object({
      categoryID: string, name: string, desc: string, extensionInfo: texts, giftList: arrayOf(gift),
    })),
  }),
  "gift.send": object({
    orderID, giftID, count: integer, coins: exactInteger, balance: exactInteger, durable: integer, at: integer,
  }),
  "wallet.get": object({ balance: exactInteger }),
  "like.send": anyObject,
  "board.list": object({ kind: boardKind, period: boardPeriod, rows: boardRows }, { until: integer }),
});

// What this client sends has no numbers that it could not read back itself.
const exactSettings = {
  ...settings, ...rarities, maxMemberCount: exactInteger, maxSeatCount: exactInteger,
  seatLayoutTemplateID: exactInteger, categoryList: arrayOf(exactInteger), activityStatus: exactInteger,
  slowModeSeconds: exactInteger, ownerAbsenceSeconds: exactInteger, emptySeconds: exactInteger,
};
const position = object({ room: liveID, epoch: string, seq: exactInteger, durable: exactInteger }, { sessionID });
const page = maybe(object({}, { cursor: string, count: exactInteger }));

/** The `data` of each command, by `op`. */
export const commandShapes = Object.freeze({
  "session.open": object(
    { sdkAppID: exactInteger, userID, userSig: string },
    { resume: object({ session: sessionID, rooms: arrayOf(position) }) }),
  "session.ping": anything,
  "room.create": object({ liveID }, exactSettings),
  "room.join": anything,
  "room.leave": anything,
  "room.end": anything,
  "room.update": object({}, exactSettings),
  "room.metadata": maybe(object({}, { set: texts, delete: arrayOf(string), keys: arrayOf(string) })),
  "room.list": page,
  "room.info": anything,
  "audience.list": page,
  "audience.kick": object({ userID }, { reason: string }),
  "audience.mute": object({ userID, muted: boolean }, { seconds: exactInteger, reason: string }),
  "audience.ban": object({ userID }, { banned: boolean, seconds: exactInteger, reason: string }),
  "audience.admin": object({ userID, isAdmin: boolean }),
  "audience.log": page,
  "user.update": object({}, {
    nickname: string, avatarURL: string, selfSignature: string, gender: exactInteger, level: exactInteger,
    role: exactInteger, birthday: exactInteger, allowType: exactInteger, customInfo: texts,
  }),
  "barrage.send": object({}, { text: string, extensionInfo: texts, businessID: string, data: string }),
  "gift.list": maybe(object({}, { language: string })),
  "gift.send": object({ orderID, giftID }, { count: exactInteger, to: arrayOf(userID) }),
  "wallet.get": anything,
  "like.send": maybe(object({}, { count: exactInteger })),
  "board.list": maybe(object({}, { kind: boardKind, period: boardPeriod, count: exactInteger })),
});

const opsWithoutRoom = new Set([
  "session.open", "session.ping", "room.create", "room.list", "user.update", "gift.list", "wallet.get",
]);

/** Whether a command names a live in `room`. A board is that of a live unless it says otherwise. */
export function needsRoom(op, data) {
  if (op === "board.list") return (data?.period ?? "live") === "live";
  return !opsWithoutRoom.has(op);
}
