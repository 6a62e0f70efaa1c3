// What a host may do with a seat and who sits there, and what a viewer may do with a free one.

import { showMenu } from "../components/dialogs.js";
import { Role } from "../model/live-state.js";
import { formatNumber, isolated, nameOf, say } from "../model/words.js";
import { nameOfSeat } from "./seat-grid.js";

/**
 * Shows the menu of a seat, if there is anything that the user may do about it.
 *
 * @param {HTMLElement} button
 * @param {object} seat
 * @param {object} place What belongs to the page's seats.
 * @param {import("./seat-desk.js").SeatDesk} place.desk
 * @param {(index: ?number) => void} place.sit Called to sit down on a free seat.
 * @param {(asking: Promise<unknown>, said?: string) => void} place.attempt Tells how a command went.
 * @returns {boolean} Whether there is a menu.
 */
export function showSeatMenu(button, seat, { desk, sit, attempt }) {
  const items = seat.user ? itemsOfUser(button, seat, desk, attempt) : itemsOfFree(seat, desk, sit, attempt);
  if (items.length === 0) return false;
  button.setAttribute("aria-haspopup", "menu");
  showMenu(button, nameOfSeat(seat, { isVoice: desk.seats.isVoice }), items);
  return true;
}

/** Whether the user may act on somebody in a seat. */
function mayAct(desk, userID) {
  const { state } = desk.live;
  return state.role !== Role.viewer && state.mayModerate(userID);
}

function itemsOfFree(seat, desk, sit, attempt) {
  const { index, isLocked = false } = seat;
  const { canModerate } = desk.live.state;
  const items = [];
  if (!isLocked) {
    const own = desk.seats.own;
    items.push({
      label: say(own ? "seats.moveHere" : "seats.sitHere"), testID: "seat-take",
      choose: () => (own ? attempt(desk.move(desk.seats.ownID, index)) : sit(index)),
    });
  }
  if (canModerate) {
    items.push({
      label: say(isLocked ? "seats.unlock" : "seats.lock"), testID: "seat-lock", choose: () => attempt(desk.lock(index, !isLocked)),
    });
  }
  return items;
}

function itemsOfUser(button, seat, desk, attempt) {
  const { user, index, isMicrophoneLocked = false, isCameraLocked = false, isFeatured = false } = seat;
  if (!mayAct(desk, user.userID)) return [];
  const name = isolated(nameOf(user));
  const items = [{
    label: say(isMicrophoneLocked ? "seats.openMicrophone" : "seats.closeMicrophone"), testID: "seat-mute",
    choose: () => attempt(desk.allow(user.userID, { microphone: isMicrophoneLocked })),
  }];
  if (!desk.seats.isVoice) {
    items.push({
      label: say(isCameraLocked ? "seats.openCamera" : "seats.closeCamera"), testID: "seat-camera-lock",
      choose: () => attempt(desk.allow(user.userID, { camera: isCameraLocked })),
    });
  }
  if (featuring.has(desk.seats.templateID)) {
    items.push({
      label: say(isFeatured ? "seats.unfeature" : "seats.feature"), testID: "seat-feature",
      choose: () => attempt(desk.feature(user.userID, !isFeatured)),
    });
  }
  if (placesFor(seat, desk).length > 0) {
    items.push({ label: say("seats.move"), testID: "seat-move", choose: () => showMoves(button, seat, desk, attempt) });
  }
  items.push(
    {
      label: say("seats.lockWith"), testID: "seat-lock", isDangerous: true,
      choose: () => attempt(desk.lock(index, true), say("seats.takenOff", { name })),
    },
    {
      label: say("seats.kick"), testID: "seat-kick", isDangerous: true,
      choose: () => attempt(desk.kick(user.userID), say("seats.takenOff", { name })),
    });
  return items;
}

/** The layouts with one large picture, in which somebody can be featured. */
const featuring = new Set([201, 601, 602, 604, 801]);

/** The seats to which a user can be moved. */
function placesFor({ index }, desk) {
  return desk.seats.seats.filter((other) => other.index !== index && (!other.user || mayAct(desk, other.user.userID)));
}

/** Shows the seats to which a user can be moved. Who sits there gets the seat that becomes free. */
function showMoves(button, seat, desk, attempt) {
  const { user } = seat;
  showMenu(button, say("seats.moveTitle", { name: isolated(nameOf(user)) }), placesFor(seat, desk).map((other) => ({
    label: other.user
      ? say("seats.swapWith", { number: formatNumber(other.index + 1), name: isolated(nameOf(other.user)) })
      : say("seats.seat", { number: formatNumber(other.index + 1) }),
    testID: `seat-move-${other.index}`,
    choose: () => attempt(desk.move(user.userID, other.index)),
  })));
}
