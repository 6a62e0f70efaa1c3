// The address of the app's shop.

import assert from "node:assert/strict";
import { test } from "node:test";

/** Custom elements, which Node has none of. */
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { shopAddress } = await import("../../Web/components/recharge.js");

test("the shop learns who buys and how much is missing, and no name breaks its address", () => {
  const address = "https://shop.example.com/coins?user={user}&coins={coins}";
  assert.equal(shopAddress("ada", 120, address), "https://shop.example.com/coins?user=ada&coins=120");
  assert.equal(shopAddress("a&coins=1#", 0, address), "https://shop.example.com/coins?user=a%26coins%3D1%23&coins=0");
  assert.equal(shopAddress("ada", 5, "https://shop.example.com/"), "https://shop.example.com/");
});

test("without an address of https there is no shop", () => {
  for (const address of ["", "http://shop.example.com", "javascript:alert(1)"]) assert.equal(shopAddress("ada", 1, address), null);
});
