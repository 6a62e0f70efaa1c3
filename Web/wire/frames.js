import { ErrorCode } from "./errors.js";
import { Rejection } from "./connection.js";

// Checks of values from the wire. A failed check throws a FrameError that names the place of the mistake, never its value. Unknown fields
// are ignored, and a null field counts as missing.

/** A frame that breaks the protocol. */
export class FrameError extends Error {
  constructor(path, expected) {
    super(`${path || "the frame"}: expected ${expected}`);
    this.name = "FrameError";
    this.path = path;
  }
}

function primitive(expected, isRight) {
  return (value, path) => {
    if (!isRight(value)) throw new FrameError(path, expected);
  };
}

const encoder = new TextEncoder();

function isWellFormed(text) {
  // Browsers before 2023 cannot check this, so the server does.
  return text.isWellFormed?.() ?? true;
}

/** The number of bytes of a text in UTF-8, which the protocol's limits count. */
export function byteLength(text) {
  return encoder.encode(text).length;
}

/** A text. It must not contain half a surrogate pair, which UTF-8 cannot encode. */
const string = primitive("a text", (value) => typeof value === "string" && isWellFormed(value));
const boolean = primitive("true or false", (value) => typeof value === "boolean");
/** A whole number of at most 64 bits. JavaScript rounds numbers beyond 2^53. */
const integer = primitive("a whole number", (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63);
/** A whole number that JavaScript represents exactly: an amount of coins, or any number that this client sends. */
const exactInteger = primitive("a whole number up to 2^53-1", Number.isSafeInteger);

/** One of a few strings. */
function oneOf(...values) {
  return primitive(`one of ${values.join(", ")}`, (value) => values.includes(value));
}

/** One of a few whole numbers. */
function oneOfNumbers(...values) {
  return primitive(`one of ${values.join(", ")}`, (value) => values.includes(value));
}

/** A string of 1 to `bytesMax` of `[A-Za-z0-9_-]`. */
function token(bytesMax) {
  const rule = new RegExp(`^[A-Za-z0-9_-]{1,${bytesMax}}$`);
  return primitive(
    `1 to ${bytesMax} of A-Z, a-z, 0-9, _ and -`, (value) => typeof value === "string" && rule.test(value));
}

/** The id of a live: 1 to 48 bytes of printable ASCII. */
export const liveID = primitive("a live id", (value) => typeof value === "string" && /^[\x20-\x7e]{1,48}$/.test(value));

/** The id of a gift: 1 to 20 bytes without control characters. */
export const giftID = primitive(
  "a gift id",
  // eslint-disable-next-line no-control-regex
  (value) => typeof value === "string" && value !== "" && byteLength(value) <= 20 && !/[\x00-\x1f\x7f]/.test(value));

/** A JSON object with any content. */
const anyObject = primitive(
  "an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value));

/** Accepts anything, even a missing value. */
function anything() {}

/** A value that may be missing. */
function maybe(check) {
  return (value, path) => {
    if (value !== undefined && value !== null) check(value, path);
  };
}

/** An array whose every element passes a check. */
function arrayOf(check) {
  return (value, path) => {
    if (!Array.isArray(value)) throw new FrameError(path, "an array");
    value.forEach((element, index) => check(element, `${path}[${index}]`));
  };
}

/** An object whose every value passes a check. */
function mapOf(check) {
  return (value, path) => {
    anyObject(value, path);
    for (const key of Object.keys(value)) check(value[key], `${path}.${key}`);
  };
}

/** An object with the required fields, and with those optional fields that are present. */
function object(required, optional = {}) {
  return (value, path) => {
    anyObject(value, path);
    const at = (field) => (path ? `${path}.${field}` : field);
    for (const [field, check] of Object.entries(required)) check(value[field], at(field));
    for (const [field, check] of Object.entries(optional)) {
      if (value[field] !== undefined && value[field] !== null) check(value[field], at(field));
    }
  };
}

// The content of events and answers, as in Sources/OvationModel and Sources/OvationWire.


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

// These are left out of a live that has none.
const rarities = {
  maxMemberCount: integer, isUnlimitedRoomEnabled: boolean, slowModeSeconds: integer, customInfo: string,
  isLikeEnabled: boolean, popularity: exactInteger, ownerAbsenceSeconds: integer, emptySeconds: integer,
};

/** The picture of a live. An address may be a path on the server or have another host. Secret addresses are left out. */
const media = object(
  { state: string },
  { since: integer, push: string, hls: string, codecs: string, width: integer, height: integer });

const info = object(
  { ...settings, liveID, sessionID, liveOwner: user, createTime: integer, totalViewerCount: integer },
  { ...rarities, media });

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

const pinnedBarrage = object({ seq: integer, at: integer, barrage, pinnedAt: integer }, { by: userID });
const giftReceived = object(
  { orderID, gift, count: integer, coins: exactInteger, sender: user, to: arrayOf(user) },
  { isUnconfirmed: boolean, gifterLevel: integer, combo, orders: arrayOf(giftOrder) });

const listing = object({ info, audienceCount: integer });

const membership = object(
  {
    liveID, sessionID, role: oneOfNumbers(0, 1, 2), muted: boolean, created: boolean, epoch: string, seq: integer,
    durable: integer,
  },
  { mutedUntil: integer, mutedReason: string });

/** An error in an answer. Everything but the code may be missing. */
const wireError = object(
  { code: integer },
  {
    name: string, message: string, temporary: boolean, retryAfterMilliseconds: integer, until: integer, reason: string,
  });

const moderationEntry = object(
  { number: integer, sessionID, action: string, at: integer, source: string, reason: string },
  { by: userID, userID, until: integer, seconds: integer, word: string, seat: integer });

/** A topic: 1 to 64 bytes without control characters. */
const topic = primitive(
  "a topic", (value) => typeof value === "string" && isWellFormed(value) && /^[^\u0000-\u001f\u007f]+$/u.test(value)
    && byteLength(value) <= 64);

const topicMessage = object(
  { id: integer, message: string, sender: user, at: integer },
  {
    number: integer, payload: string, sendOnly: arrayOf(userID), count: integer,
    senders: arrayOf(object({ user, count: integer })),
  });

const seat = object(
  { index: integer },
  {
    user, isLocked: boolean, isMicrophoneLocked: boolean, isCameraLocked: boolean, isMicrophoneOn: boolean,
    isCameraOn: boolean, isFeatured: boolean,
    region: object({ x: integer, y: integer, w: integer, h: integer, zorder: integer }),
  });
const seatBoard = object({ templateID: integer, canvas: object({ w: integer, h: integer }), seats: arrayOf(seat) });
const seatRequest = object(
  { kind: string, guest: user, at: integer, extraInfo: string }, { inviter: user, index: integer, deadline: integer });
const seatRequestEnded = object({ request: seatRequest, outcome: string }, { by: user });
const iceServers = arrayOf(object({ urls: arrayOf(string) }, { username: string, credential: string }));
const mediaServer = object({ address: string, ticket: string });
const seatTaken = object({}, { index: integer, iceServers, mediaServer });

const host = object({ liveID, user });
const link = object({ linkID: string, version: integer, templateID: integer, hosts: arrayOf(host) });
const linkRequest = object(
  { ticket: string, inviter: host, liveID, templateID: integer, extraInfo: string, deadline: integer },
  { invitee: user });
const battleSide = object(
  { host, state: string, coins: exactInteger, adjustment: exactInteger }, { code: integer });
const battle = object(
  {
    battleID: string, version: integer, phase: string, seconds: integer, needsResponse: boolean,
    extensionInfo: string, createdAt: integer, deadline: integer, sides: arrayOf(battleSide),
  },
  { end: string, startedAt: integer, endsAt: integer, endedAt: integer });
const coHostBoard = object({}, { link, battle, mutedLives: arrayOf(liveID) });

const topicPage = object({ messages: arrayOf(topicMessage), last: integer }, { next: integer });

/** The content of each event of a room, by name. */
const roomEventShapes = Object.freeze({
  "barrage.sent": barrage,
  "barrage.deleted": object({ seq: integer, sender: userID }, { by: userID, reason: string }),
  "barrage.pinned": object({ pinned: arrayOf(pinnedBarrage) }, { by: userID }),
  "gift.received": giftReceived,
  "like.received": object({
    total: integer, added: integer, senders: arrayOf(object({ user, count: integer })),
  }),
  "audience.joined": object({ user, count: integer, totalViewers: integer }),
  "audience.left": object({ user, count: integer }),
  "owner.joined": object({ user }),
  "owner.left": object({ user }, { endsWithoutOwnerAt: integer }),
  "audience.counted": object({ count: integer, statistics }),
  "audience.muted": object({ user, muted: boolean }, { until: integer, by: userID, reason: string }),
  "audience.kicked": object({ user, reason: string, count: integer }, { by: userID }),
  "audience.banned": object({ user, banned: boolean, reason: string, count: integer }, { until: integer, by: userID }),
  "audience.appointed": object({ user, isAdmin: boolean }, { by: userID }),
  "room.updated": object({ changes: object({}, { ...settings, ...rarities }) }, { by: userID }),
  "media.changed": object({ media }),
  "room.ended": object({ reason: oneOf("endedByHost", "endedByServer"), message: string, statistics }),
  "room.snapshot": object(
    {
      info, statistics, audienceCount: integer, audience: arrayOf(user), admins: arrayOf(user),
      history: arrayOf(object({ seq: integer, at: integer, barrage })),
    },
    {
      topSenders: boardRows, seats: seatBoard, coHosts: coHostBoard, pinned: arrayOf(pinnedBarrage),
      gifts: arrayOf(object({ durable: integer, at: integer, gift: giftReceived })), endsWithoutOwnerAt: integer,
    }),
  "room.skipped": object({ from: integer, to: integer }),
  "combo.ended": object({ combos: arrayOf(object({ sender: user, giftID, combo })) }),
  "board.changed": object({ top: boardRows }),
  "pubsub.published": object({ topic, messages: arrayOf(topicMessage) }),
  "seat.changed": object(
    { reason: string, seats: arrayOf(seat) },
    { removed: arrayOf(object({ userID, index: integer })), by: user, templateID: integer }),
  "seat.requested": seatRequest,
  "seat.requestEnded": seatRequestEnded,
  "cohost.changed": object({ joined: arrayOf(host), left: arrayOf(host) }, { link, mutedLives: arrayOf(liveID) }),
  "cohost.requested": linkRequest,
  "cohost.requestEnded": object({ request: linkRequest, outcome: string }),
  "battle.changed": object({ reason: string, battle, left: arrayOf(host) }),
  "battle.scored": object({
    battleID: string, scores: arrayOf(object({ liveID, userID, score: exactInteger })),
  }),
  "battle.requested": object({ battle, inviter: host, invitee: host }),
  "battle.requestEnded": object({ battleID: string, inviter: host, invitee: host, outcome: string }),
  "seat.signalled": object({ from: userID, data: string }),
});

/** The content of each event that belongs to no room, by name. `catalogue.changed` has none. */
const userEventShapes = Object.freeze({
  "wallet.changed": object({ balance: exactInteger }),
  "catalogue.changed": null,
});

/** The `ok` of each command, by `op`. */
const replyShapes = Object.freeze({
  "session.open": object({
    session: sessionID, resumed: boolean, user, profile: anyObject, at: integer, silenceSeconds: integer,
    rooms: arrayOf(object(
      { room: liveID, joined: boolean, recovered: boolean }, { membership, error: wireError })),
  }),
  "session.ping": anyObject,
  "room.create": membership,
  "room.join": membership,
  "room.leave": anyObject,
  "room.end": statistics, "room.update": anyObject,
  "room.earnings": object({ sessionID: string }, { coins: integer }),
  "room.metadata": object({ metaData: texts }),
  "room.words": object({ words: arrayOf(object({ text: string, action: string, wholeWord: boolean })) }),
  "room.list": object({ rooms: arrayOf(listing), cursor: string }, { hosted: arrayOf(listing) }),
  "room.info": listing,
  "file.ticket": object({ url: string, bytesMax: integer, sideMax: integer }, { expiresAt: integer }),
  "media.test": object({ url: string, bytesMax: integer }, { expiresAt: integer }),
  "media.publish": object({ url: string }, { expiresAt: integer, bitRateMax: integer, fragmentSecondsMax: integer }),
  "media.encoder": object({
    ways: arrayOf(object({ kind: string, server: string, key: string })),
    events: arrayOf(object(
      { at: integer, count: integer, way: string, outcome: string, reason: string, message: string }, { code: integer })),
  }, { notes: arrayOf(string) }),
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
  "barrage.delete": anyObject,
  "barrage.pin": anyObject,
  "gift.list": object({
    categories: arrayOf(object({
      categoryID: string, name: string, desc: string, extensionInfo: texts, giftList: arrayOf(gift),
    })),
  }),
  "gift.send": object({
    orderID, giftID, count: integer, coins: exactInteger, balance: exactInteger, durable: integer, at: integer,
  }),
  "wallet.get": object({ balance: exactInteger }),
  "wallet.topUp": object({ balance: exactInteger }),
  "like.send": anyObject,
  "board.list": object({ kind: boardKind, period: boardPeriod, rows: boardRows }, { until: integer }),
  "pubsub.publish": object({}, { id: integer, number: integer, dropped: string }),
  "pubsub.subscribe": topicPage,
  "pubsub.unsubscribe": anyObject,
  "pubsub.messages": topicPage,
  "seat.list": object({ requests: arrayOf(seatRequest) }, { seats: seatBoard, last: seatRequestEnded, iceServers, mediaServer }),
  "seat.take": seatTaken,
  "seat.leave": anyObject,
  "seat.move": seatTaken,
  "seat.kick": anyObject,
  "seat.lock": anyObject,
  "seat.allow": anyObject,
  "seat.feature": anyObject,
  "seat.devices": anyObject,
  "seat.invite": anyObject,
  "seat.cancel": anyObject,
  "seat.answer": seatTaken,
  "cohost.list": object({ requests: arrayOf(linkRequest) }, { coHosts: coHostBoard, battleRequest: battle }),
  "cohost.request": object({ code: integer }),
  "cohost.cancel": anyObject,
  "cohost.answer": anyObject,
  "cohost.exit": anyObject, "cohost.mute": anyObject,
  "battle.request": object({ battle }),
  "battle.cancel": anyObject,
  "battle.answer": anyObject,
  "battle.exit": anyObject,
  "seat.signal": anyObject,
});

// This client sends only numbers that it could read back.
const exactSettings = {
  ...settings, ...rarities, maxMemberCount: exactInteger, maxSeatCount: exactInteger,
  seatLayoutTemplateID: exactInteger, categoryList: arrayOf(exactInteger), activityStatus: exactInteger,
  slowModeSeconds: exactInteger, ownerAbsenceSeconds: exactInteger, emptySeconds: exactInteger,
};
const position = object({ room: liveID, epoch: string, seq: exactInteger, durable: exactInteger }, { sessionID });
const page = maybe(object({}, { cursor: string, count: exactInteger }));

/** The `data` of each command, by `op`. */
const commandShapes = Object.freeze({
  "session.open": object(
    { sdkAppID: exactInteger, userID, userSig: string },
    { resume: object({ session: sessionID, rooms: arrayOf(position) }, { attempt: exactInteger }) }),
  "session.ping": anything,
  "room.create": object({ liveID }, { ...exactSettings, isMeeting: boolean }),
  "room.join": anything,
  "room.leave": anything, "room.end": anything,
  "room.update": object({}, exactSettings),
  "room.earnings": maybe(object({}, { sessionID: string })),
  "room.metadata": maybe(object({}, { set: texts, delete: arrayOf(string), keys: arrayOf(string) })),
  "room.words": maybe(object({}, {
    add: arrayOf(object({ text: string }, { action: oneOf("refuse", "mask", "log"), wholeWord: boolean })), remove: arrayOf(string),
  })),
  "room.list": maybe(object({}, {
    cursor: string, count: exactInteger, search: string, category: exactInteger, kind: oneOf("video", "voice"),
  })),
  "room.info": anything,
  "media.publish": anything, "media.test": anything,
  "file.ticket": anything,
  "media.encoder": anything,
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
  "barrage.delete": object({ seq: exactInteger }, { reason: string }),
  "barrage.pin": object({ seq: exactInteger }, { isPinned: boolean }),
  "gift.list": maybe(object({}, { language: string })),
  "gift.send": object({ orderID, giftID }, { count: exactInteger, to: arrayOf(userID) }),
  "wallet.get": anything,
  "wallet.topUp": object({ coins: exactInteger, orderID }),
  "like.send": maybe(object({}, { count: exactInteger })),
  "board.list": maybe(object({}, { kind: boardKind, period: boardPeriod, count: exactInteger })),
  "pubsub.publish": object(
    { topic, message: string },
    { payload: string, persist: boolean, sendOnly: arrayOf(userID), count: exactInteger }),
  "pubsub.subscribe": object({ topic }, { after: exactInteger }),
  "pubsub.unsubscribe": object({ topic }),
  "pubsub.messages": object({ topic }, { after: exactInteger, count: exactInteger }),
  "seat.list": anything,
  "seat.take": maybe(object({}, { index: exactInteger, seconds: exactInteger, extraInfo: string })),
  "seat.leave": anything,
  "seat.move": object({ index: exactInteger }, { userID, policy: oneOfNumbers(0, 1, 2) }),
  "seat.kick": object({ userID }),
  "seat.lock": object(
    { index: exactInteger }, { isLocked: boolean, isMicrophoneLocked: boolean, isCameraLocked: boolean }),
  "seat.allow": object({ userID }, { microphone: boolean, camera: boolean }),
  "seat.feature": object({ userID, isFeatured: boolean }),
  "seat.devices": object({}, { microphone: boolean, camera: boolean }),
  "seat.invite": object({ userID }, { index: exactInteger, seconds: exactInteger, extraInfo: string }),
  "seat.cancel": maybe(object({}, { userID })),
  "seat.answer": object({ isAccepted: boolean }, { userID, inviterID: userID }),
  "cohost.list": anything,
  "cohost.request": object({ liveID }, { templateID: exactInteger, seconds: exactInteger, extraInfo: string }),
  "cohost.cancel": object({ liveID }),
  "cohost.answer": object({ liveID, isAccepted: boolean }),
  "cohost.exit": anything, "cohost.mute": object({ liveID, isMuted: boolean }),
  "battle.request": object(
    { users: arrayOf(userID) },
    { seconds: exactInteger, needsResponse: boolean, extensionInfo: string, answerSeconds: exactInteger }),
  "battle.cancel": object({ battleID: string, users: arrayOf(userID) }),
  "battle.answer": object({ battleID: string, isAccepted: boolean }),
  "battle.exit": object({ battleID: string }),
  "seat.signal": object({ to: userID, data: string }),
});

const opsWithoutRoom = new Set([
  "session.open", "session.ping", "room.create", "room.list", "user.update", "gift.list", "wallet.get", "wallet.topUp",
  "file.ticket", "media.test",
]);

/** Whether a command needs a live in `room`. A board is that of a live unless it says otherwise. */
function needsRoom(op, data) {
  if (op === "board.list") return (data?.period ?? "live") === "live";
  return !opsWithoutRoom.has(op);
}

// Parsing and encoding frames


const isThere = (value) => value !== undefined && value !== null;

/**
 * Reads a frame from the server.
 *
 * @param {string} text The text of one WebSocket message.
 * @returns One of
 *   - `{kind: "reply", id, ok}` or `{kind: "reply", id, rejection}`: the answer to a command;
 *   - `{kind: "failure", rejection}`: the answer to a frame whose `id` could not be read;
 *   - `{kind: "room", room, epoch, seq, durable, at, event, data}`: an event of a live; `seq` and `durable` may be null;
 *   - `{kind: "user", event, data}`: an event of the user or the app;
 *   - `{kind: "unknown", event}`: an event that this version does not know.
 * @throws {FrameError} if it is none of these. A client counts it and continues.
 */
export function parseServerFrame(text) {
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {
    throw new FrameError("", "JSON");
  }
  anyObject(frame, "");
  if (isThere(frame.event)) return parseEvent(frame);
  if (isThere(frame.id)) integer(frame.id, "id");
  if (isThere(frame.error)) {
    wireError(frame.error, "error");
    const rejection = Rejection.fromWire(frame.error);
    return isThere(frame.id) ? { kind: "reply", id: frame.id, rejection } : { kind: "failure", rejection };
  }
  if (isThere(frame.id) && frame.ok !== undefined) return { kind: "reply", id: frame.id, ok: frame.ok };
  throw new FrameError("", "a reply or an event");
}

function parseEvent(frame) {
  const event = frame.event;
  string(event, "event");
  if (Object.hasOwn(userEventShapes, event)) {
    userEventShapes[event]?.(frame.data, "data");
    return { kind: "user", event, data: frame.data ?? {} };
  }
  if (!Object.hasOwn(roomEventShapes, event)) return { kind: "unknown", event };
  liveID(frame.room, "room");
  string(frame.epoch, "epoch");
  integer(frame.at, "at");
  for (const field of ["seq", "durable"]) {
    if (isThere(frame[field])) integer(frame[field], field);
  }
  roomEventShapes[event](frame.data, "data");
  return {
    kind: "room", room: frame.room, epoch: frame.epoch, seq: frame.seq ?? null, durable: frame.durable ?? null,
    at: frame.at, event, data: frame.data,
  };
}

/**
 * Checks the `ok` of an answer.
 *
 * @throws {Rejection} `invalidReply` if it is not the command's answer.
 */
export function checkReply(op, ok) {
  try {
    replyShapes[op]?.(ok, "ok");
    return ok;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw new Rejection(ErrorCode.invalidReply, `The answer to "${op}" cannot be read: ${error.message}.`);
  }
}

/**
 * Encodes a command.
 *
 * @param {number} id The id that the answer repeats, a whole number from 0.
 * @param {string} op The name of the command, for example `barrage.send`.
 * @param {object} [data] The command's arguments.
 * @param {string} [room] The live, for all commands that need one (`needsRoom`).
 * @throws {FrameError} if the server could not parse it.
 */
export function encodeCommand(id, op, data, room) {
  if (!Number.isSafeInteger(id) || id < 0) throw new FrameError("id", "a whole number from 0");
  const isKnown = typeof op === "string" && Object.hasOwn(commandShapes, op);
  if (!isKnown) throw new FrameError("op", "an operation of version 1");
  if (isThere(room) || needsRoom(op, data)) liveID(room, "room");
  commandShapes[op](data, "data");
  const frame = { id, op };
  if (isThere(room)) frame.room = room;
  if (isThere(data)) frame.data = data;
  return JSON.stringify(frame);
}
