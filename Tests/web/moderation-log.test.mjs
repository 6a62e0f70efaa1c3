import { strict as assert } from "node:assert";
import { test } from "node:test";

test("only the newest mute and ban of a user that nothing ended are in force", async () => {
  globalThis.HTMLElement ??= class {};
  const { inForce } = await import("../../Web/components/moderation-log.js");
  const entry = (action, userID, until) => ({ action, userID, until, at: 1, sessionID: "s2" });
  const entries = [
    entry("unmute", "a"), entry("ban", "b", 200), entry("mute", "a"), entry("ban", "b"), entry("ban", "c", 90), entry("mute", "d"),
    entry("muteAll"), entry("kick", "e"),
  ];
  assert.deepEqual([...inForce(entries, 100, "s2")], [entries[1], entries[5]]);
});

test("a mute or a ban of an earlier session of the same id is not in force, and what ended it then ends nothing now", async () => {
  globalThis.HTMLElement ??= class {};
  const { inForce } = await import("../../Web/components/moderation-log.js");
  const entry = (action, userID, sessionID) => ({ action, userID, at: 1, sessionID });
  const entries = [
    entry("ban", "a", "s2"), entry("unban", "b", "s1"), entry("ban", "b", "s2"), entry("ban", "c", "s1"), entry("mute", "d", "s1"),
  ];
  assert.deepEqual([...inForce(entries, 100, "s2")], [entries[0], entries[2]]);
  assert.deepEqual([...inForce(entries, 100, null)], []);
});
