import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf, clipBytes, formatCompact, formatDuration, imageURL, isUserID, parseRoute, randomGuest,
} from "../../Web/model/words.js";
import { hueOf, initialsOf } from "../../Web/components/dom.js";

/** What a browser makes of an address on a server of one's own. */
const at = (address) => new URL(address, "https://live.example");

test("a live's address is read back for any printable id", () => {
  for (const liveID of ["r1", "a b", "100%", "a/b#c?d", "~".repeat(48), ".", "..", "...", "%2e", "#/live/x"]) {
    for (const view of ["live", "studio"]) {
      const route = { view, liveID };
      for (const query of ["", "?user=ada"]) assert.deepEqual(parseRoute(at(addressOf(route, query))), route, liveID);
    }
  }
});

test("a view keeps the query that the page was opened with", () => {
  assert.equal(addressOf({ view: "list" }, "?user=ada"), "/?user=ada");
  assert.equal(addressOf({ view: "feed" }, "?user=ada"), "/feed?user=ada");
  assert.equal(addressOf({ view: "live", liveID: ".." }, "?user=ada"), "/?user=ada#/live/..");
  assert.equal(addressOf({ view: "studio" }, ""), "/studio");
  assert.equal(addressOf({ view: "me" }, "?user=ada"), "/me?user=ada");
});

test("an older link with its path in the hash is read", () => {
  assert.deepEqual(parseRoute(at("/#/")), { view: "list" });
  assert.deepEqual(parseRoute(at("/embed/r%201")), { view: "live", liveID: "r 1" });
  assert.deepEqual(parseRoute(at("/embed/")), { view: "missing" });
  assert.deepEqual(parseRoute(at("/me")), { view: "me" });
  assert.deepEqual(parseRoute(at("/#/feed")), { view: "feed" });
  assert.deepEqual(parseRoute(at("/?user=ada#/live/a%20b")), { view: "live", liveID: "a b" });
});

test("an address that names no view is told apart", () => {
  const tooLong = `/live/${"x".repeat(49)}`;
  for (const path of ["/live/", "/live/%", "/live/%00", "/live/%E4%BD%A0", tooLong, "/other", "/#/other", "/feed/x"]) {
    assert.deepEqual(parseRoute(at(path)), { view: "missing" }, path);
  }
  for (const path of ["/", "/#", "/#else"]) assert.deepEqual(parseRoute(at(path)), { view: "list" }, path);
});

test("a guest's id is a user id", () => {
  for (const value of [0, 0.5, 0.999_999]) {
    const guest = randomGuest(() => value);
    assert.ok(isUserID(guest.userID), guest.userID);
    assert.ok(guest.name.length > 0);
  }
});

test("a user id is 1 to 32 letters, digits, _ and -", () => {
  for (const id of ["a", "A-b_9", "x".repeat(32)]) assert.equal(isUserID(id), true);
  for (const id of ["", "x".repeat(33), "a b", "é", "a.b", null, 7]) assert.equal(isUserID(id), false);
});

test("equal texts have equal hues, and similar ones differ", () => {
  assert.equal(hueOf("ada"), hueOf("ada"));
  const hues = new Set(Array.from({ length: 30 }, (_, index) => Math.floor(hueOf(`user${index}`) / 30)));
  assert.ok(hues.size >= 8, `${hues.size} of 12 colours`);
});

test("initials come from one or two words in any script", () => {
  assert.deepEqual(
    ["Nora Vale", "ada", "陈师傅", "swift-otter-482", "  ", "👋 Bo"].map(initialsOf), ["NV", "A", "陈", "SO", "?", "B"]);
});

test("numbers and times are short", () => {
  assert.deepEqual([0, 9_999, 12_345, 1_234_567].map(formatCompact), ["0", "9,999", "12.3K", "1.2M"]);
  assert.deepEqual([-5, 42_000, 725_000, 3_723_000].map(formatDuration), ["0:00", "0:42", "12:05", "1:02:03"]);
});

test("a text is cut between whole characters", () => {
  assert.equal(clipBytes("abc", 100), "abc");
  assert.equal(clipBytes("你好吗", 7), "你好");
  assert.equal(clipBytes("a👋", 4), "a");
});

test("images come only from the own server or over https", () => {
  const page = "http://127.0.0.1:8080/?user=a#/";
  assert.equal(imageURL("/gifts/rose.svg", page), "http://127.0.0.1:8080/gifts/rose.svg");
  assert.equal(imageURL("https://example.com/a.png", page), "https://example.com/a.png");
  const refused = [
    "", null, "javascript:alert(1)", "data:image/svg+xml,x", "http://other/a.png", "file:///etc/passwd", "http://[",
  ];
  for (const address of refused) {
    assert.equal(imageURL(address, page), null, String(address));
  }
});
