// Ovation for pages that are not Ovation's own: a connection that survives, the stores of a live, gifts that are charged once, and a
// player for the picture. An ES module without dependencies and without a build step; its types are in its comments.
//
//   import { OvationClient } from "./ovation.js";
//
//   const client = new OvationClient({ url, sdkAppID, userID, userSig });
//   await client.login();
//   const live = await client.liveList.joinLive("my-live");
//   live.barrages.subscribe(({ messageList }) => console.log(messageList.at(-1)?.text));
//   await live.barrages.sendTextMessage("Hello!");
//   await live.gifts.sendGift("rose", 1);
//
// Stores have the names and members of the Swift package. Every store has `state`, which is never changed but replaced, and
// `subscribe(listener)`, which calls the listener at once and after each change, and returns what ends it: Svelte's contract of stores, and
// what React's `useSyncExternalStore` takes.

export { OvationClient } from "./stores/client.js";
export { BarrageStore } from "./stores/barrage-store.js";
export { GiftStore } from "./stores/gift-store.js";
export { LikeStore } from "./stores/like-store.js";
export { LiveAudienceStore } from "./stores/live-audience-store.js";
export { LiveListStore } from "./stores/live-list-store.js";
export { LiveRoom } from "./stores/live-room.js";
export { ErrorCode } from "./wire/errors.js";
export { Rejection } from "./wire/connection.js";
export { Role } from "./model/live-state.js";
