// Uploads: what is sent, what comes back, and which part of a picture a cover shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { coverArea, postFile, UploadError, uploadCover } from "../../Web/media/upload.js";

/** A server that gives one answer and keeps what it was asked. */
function server(status, body) {
  const asked = [];
  const fetcher = async (address, options) => {
    asked.push({ address, options });
    if (body instanceof Error) throw body;
    return { status, json: async () => body };
  };
  return { asked, fetcher };
}

const ticket = { url: "/v1/files?ticket=ovu.picture.ada.1.x.y", bytesMax: 10 };
const file = new Blob(["12345"]);

test("a file is posted to the address of its ticket, and its own address comes back", async () => {
  const kept = { url: "https://live.example.com/v1/files/a.png", type: "png", bytes: 5, width: 1, height: 1 };
  const { asked, fetcher } = server(201, kept);
  assert.deepEqual(await postFile(fetcher, ticket, file), kept);
  assert.equal(asked[0].address, ticket.url);
  assert.equal(asked[0].options.method, "POST");
  assert.equal(asked[0].options.body, file);
  assert.equal(asked[0].options.credentials, "omit");
});

test("a file that is too large is not sent, so that its ticket is not used up", async () => {
  const { asked, fetcher } = server(201, {});
  await assert.rejects(postFile(fetcher, ticket, new Blob(["12345678901"])), ({ code }) => code === 110_352);
  assert.deepEqual(asked, []);
});

test("a refusal has the number and the sentence of the server, and no answer has neither", async () => {
  const refused = server(415, { error: { code: 110_353, message: "Not that type." } });
  await assert.rejects(postFile(refused.fetcher, ticket, file),
    (error) => error instanceof UploadError && error.code === 110_353 && error.sentence === "Not that type.");
  for (const body of [new TypeError("offline"), {}, null, { url: 7 }]) {
    await assert.rejects(postFile(server(body instanceof Error ? 0 : 201, body).fetcher, ticket, file),
      (error) => error instanceof UploadError && error.code === 0);
  }
});

test("a cover is the middle of a picture in 16:9, and no larger than the picture", () => {
  assert.deepEqual(coverArea({ width: 1_280, height: 720 }),
    { left: 0, top: 0, width: 1_280, height: 720, drawnWidth: 640, drawnHeight: 360 });
  const portrait = coverArea({ width: 1_080, height: 1_920 });
  assert.deepEqual([portrait.left, portrait.top], [0, 656.25]);
  assert.deepEqual([portrait.drawnWidth, portrait.drawnHeight], [640, 360]);
  const wide = coverArea({ width: 8_000, height: 900 });
  assert.deepEqual([wide.left, wide.width, wide.drawnWidth, wide.drawnHeight], [3_200, 1_600, 640, 360]);
  const corner = coverArea({ width: 8_000, height: 900 }, { x: 1, y: 0, zoom: 2 });
  const close = coverArea({ width: 160, height: 90 }, { zoom: 4 });
  assert.deepEqual([corner.left, corner.top, corner.width, corner.height, corner.drawnWidth], [7_200, 0, 800, 450, 640]);
  assert.deepEqual([close.left, close.top, close.width, close.drawnWidth], [60, 33.75, 40, 40]);
  const dot = coverArea({ width: 1, height: 1 });
  assert.deepEqual([dot.drawnWidth, dot.drawnHeight], [1, 1]);
});

test("a cover that is no picture is refused before it is sent, and a refused ticket is an error of the connection", async () => {
  const { asked, fetcher } = server(201, {});
  const connection = { command: async (op) => { assert.equal(op, "file.ticket"); return ticket; } };
  // Node has no pictures, as a browser has none in a text.
  await assert.rejects(uploadCover(connection, file, fetcher), ({ code }) => code === 110_353);
  assert.deepEqual(asked, []);
  const closed = { command: async () => { throw Object.assign(new Error(), { code: 110_350 }); } };
  await assert.rejects(uploadCover(closed, file, fetcher), ({ code }) => code === 110_350);
});
