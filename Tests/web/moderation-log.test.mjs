import { strict as assert } from "node:assert";
import { test } from "node:test";

test("only the newest mute and ban of a user that nothing ended are in force", async () => {
  globalThis.HTMLElement ??= class {};
  const { inForce } = await import("../../Web/components/moderation-log.js");
  const entry = (action, userID, until) => ({ action, userID, until, at: 1 });
  const entries = [
    entry("unmute", "a"), entry("ban", "b", 200), entry("mute", "a"), entry("ban", "b"), entry("ban", "c", 90), entry("mute", "d"),
    entry("muteAll"), entry("kick", "e"),
  ];
  assert.deepEqual([...inForce(entries, 100)], [entries[1], entries[5]]);
});
