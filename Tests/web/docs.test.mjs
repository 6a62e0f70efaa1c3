// What the page at /docs shows of the API description.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsOf, exampleCall, fieldsOf, matches, responseFieldsOf } from "../../Web/docs/model.js";

const envelope = { type: "object", properties: { ErrorCode: { type: "integer" } }, required: ["ErrorCode"] };
const document = {
  components: { schemas: { Envelope: envelope } },
  paths: {
    "/v4/some_srv/set_words": {
      post: {
        summary: "Sets words.",
        requestBody: { content: { "application/json": { schema: {
          type: "object", required: ["WordList"],
          properties: {
            RoomId: { type: "string", description: "Which live.", "x-ovation-rule": "Printable ASCII." },
            WordList: { type: "array", items: { type: "object", required: ["Text"], properties: {
              Text: { type: "string" }, Action: { type: "string", enum: ["refuse", "mask"] } } } },
            Seconds: { type: "integer", minimum: 0, maximum: 120 },
          },
        } } } },
        responses: { 200: { content: { "application/json": { schema: { allOf: [
          { $ref: "#/components/schemas/Envelope" },
          { type: "object", properties: { Response: { type: "object", properties: { Next: { type: "string" } } } } },
        ] } } } } },
      },
    },
    "/health/live": { get: { summary: "Lives." } },
  },
};
const [command, ...rest] = commandsOf(document);

test("only posted operations are commands", () => {
  assert.equal(rest.length, 0);
  assert.deepEqual([command.service, command.name, command.id], ["some_srv", "set_words", "some_srv.set_words"]);
});

test("fields are listed with their paths, types, limits and rules", () => {
  assert.deepEqual(fieldsOf(command).map(({ path, type, isRequired }) => [path, type, isRequired]), [
    ["RoomId", "string", false], ["WordList", "list of object", true], ["WordList[].Text", "string", true],
    ["WordList[].Action", "\"refuse\" or \"mask\"", false], ["Seconds", "integer 0 to 120", false],
  ]);
  assert.equal(fieldsOf(command)[0].text, "Which live. Printable ASCII.");
  assert.deepEqual(responseFieldsOf(command).map(({ path }) => path), ["Response", "Response.Next"]);
});

test("an example has the required fields or is the document's own, quoted for a shell", () => {
  assert.ok(exampleCall(command).includes(`-d '{"WordList":[{"Text":"…"}]}'`));
  const own = structuredClone(command);
  own.operation.requestBody.content["application/json"].example = { Text: "it's" };
  assert.ok(exampleCall(own).endsWith(String.raw`-d '{"Text":"it'\''s"}'`));
});

test("a search finds a command by name, description and fields in any case", () => {
  for (const wanted of ["", "SET_words", "sets words", "seconds", "response.next", "some_srv  action"]) {
    assert.ok(matches(command, wanted), wanted);
  }
  for (const wanted of ["del_words", "words hours"]) assert.ok(!matches(command, wanted), wanted);
});
