// Frames to text and text to frames.

import { ErrorCode } from "./errors.js";
import { Rejection } from "./rejection.js";
import { FrameError, anyObject, integer, liveID, string } from "./schema.js";
import { commandShapes, needsRoom, replyShapes, roomEventShapes, userEventShapes, wireError } from "./shapes.js";

const isThere = (value) => value !== undefined && value !== null;

/**
 * Reads a frame from the server.
 *
 * @param {string} text The text of one WebSocket message.
 * @returns One of
 *   - `{kind: "reply", id, ok}` or `{kind: "reply", id, rejection}`: the answer to a command;
 *   - `{kind: "failure", rejection}`: the answer to a frame whose `id` could not be read;
 *   - `{kind: "room", room, epoch, seq, durable, at, event, data}`: something happened in a live; `seq` and `durable`
 *     are null where there is none;
 *   - `{kind: "user", event, data}`: something happened to the user or the app;
 *   - `{kind: "unknown", event}`: an event that this version does not know.
 * @throws {FrameError} where it is none of these. A client counts it and goes on.
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
 * @throws {Rejection} `invalidReply` where it is not what the command answers.
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
 * Writes a command.
 *
 * @param {number} id What the answer repeats, a whole number from 0.
 * @param {string} op The name of the command, for instance `barrage.send`.
 * @param {object} [data] Its arguments.
 * @param {string} [room] The live that it is for, for all commands that `needsRoom` names.
 * @throws {FrameError} where the server could not read it.
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
