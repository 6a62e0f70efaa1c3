// The console's way to the server: what it sends, what it keeps, and what becomes of a session that is over.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Api, CallError } from "../../Web/console/api.js";

/** A storage as a tab has it. */
function memory(kept = {}) {
  return {
    kept,
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => { kept[key] = value; },
    removeItem: (key) => { delete kept[key]; },
  };
}

/** A server that answers from a list, and keeps what it was asked. */
function server(answer) {
  const asked = [];
  const fetcher = async (address, options) => {
    const call = { address, body: JSON.parse(options.body), token: options.headers.authorization?.replace("bearer ", "") ?? null, options };
    asked.push(call);
    const given = await answer(call, asked.length);
    if (given instanceof Error) throw given;
    return { json: async () => given };
  };
  return { asked, fetcher };
}

const done = (response = {}) => ({ ActionStatus: "OK", ErrorCode: 0, ErrorInfo: "", Response: response });
const refused = (code, sentence = "No.") => ({ ActionStatus: "FAIL", ErrorCode: code, ErrorInfo: sentence });
const session = (token) => done({ SessionToken: token, Operator_Account: "ada" });

test("a sign-in sends the UserSig in the body alone, and the UserSig is kept nowhere", async () => {
  const storage = memory();
  const { asked, fetcher } = server(({ address }) => (address.endsWith("open_session") ? session("t-1") : done({ Balance: 7 })));
  const api = new Api(fetcher, storage);
  await api.signIn("ada", "very-secret-sig");
  assert.deepEqual(await api.call("ovation_wallet_srv/get_balance", { User_Account: "bob" }), { Balance: 7 });
  assert.ok(asked.every(({ address }) => !address.includes("?") && !address.includes("secret") && !address.includes("t-1")));
  assert.equal(asked[0].token, null);
  assert.equal(asked[1].token, "t-1");
  assert.ok(asked.every(({ options }) => options.credentials === "omit" && options.referrerPolicy === "no-referrer"));
  assert.ok(!JSON.stringify(storage.kept).includes("secret"));
  assert.equal(new Api(fetcher, storage).operator, "ada", "the tab's session survives a reload");
});

test("a session that is over asks once, however many call, and each call is made again", async () => {
  const { asked, fetcher } = server(({ address, token }) => {
    if (address.endsWith("open_session")) return session("new");
    return token === "new" ? done({ token }) : refused(110_095);
  });
  const api = new Api(fetcher, memory({ "ovation.console": JSON.stringify({ token: "old", operator: "ada" }) }));
  let questions = 0;
  api.askForSignIn = async () => {
    questions += 1;
    await api.signIn("ada", "sig");
  };
  const answers = await Promise.all(["a/x", "a/y", "a/z"].map((command) => api.call(command, { Coins: 5 })));
  assert.deepEqual(answers, [{ token: "new" }, { token: "new" }, { token: "new" }]);
  assert.equal(questions, 1);
  // What was typed went with the second call as with the first.
  assert.ok(asked.filter(({ address }) => !address.endsWith("open_session")).every(({ body }) => body.Coins === 5));
});

test("a sign-in that is given up refuses the calls that wait for it, and the next call asks again", async () => {
  const { fetcher } = server(() => refused(110_095));
  const api = new Api(fetcher, memory({ "ovation.console": JSON.stringify({ token: "old", operator: "ada" }) }));
  let questions = 0;
  api.askForSignIn = () => {
    questions += 1;
    return Promise.reject(new CallError(110_095, "", ""));
  };
  await assert.rejects(api.call("a/x"), (error) => error.code === 110_095);
  await assert.rejects(api.call("a/x"), (error) => error.code === 110_095);
  assert.equal(questions, 2);
});

test("a server that refuses every session is not asked for ever", async () => {
  const { asked, fetcher } = server(({ address }) => (address.endsWith("open_session") ? session("t") : refused(110_095)));
  const api = new Api(fetcher, memory());
  api.askForSignIn = () => api.signIn("ada", "sig");
  await assert.rejects(api.call("a/x"), (error) => error.code === 110_095);
  assert.ok(asked.length < 8, `${asked.length}`);
});

test("a call whose answer is lost is not made again: nobody knows whether it was done", async () => {
  const { asked, fetcher } = server(() => new TypeError("network"));
  const api = new Api(fetcher, memory({ "ovation.console": JSON.stringify({ token: "t", operator: "ada" }) }));
  await assert.rejects(api.call("ovation_wallet_srv/credit", { Coins: 5 }), (error) => error.code === 0);
  assert.equal(asked.length, 1);
});

test("a refusal keeps its code and the server's sentence", async () => {
  const { fetcher } = server(() => refused(100_002, '"Coins" is 1 to 9.'));
  const api = new Api(fetcher, memory({ "ovation.console": JSON.stringify({ token: "t", operator: "ada" }) }));
  await assert.rejects(api.call("a/x"), (error) => error.code === 100_002 && error.sentence === '"Coins" is 1 to 9.');
});

test("signing out forgets the token at once and tells the server", async () => {
  const storage = memory({ "ovation.console": JSON.stringify({ token: "t", operator: "ada" }) });
  const { asked, fetcher } = server(() => new TypeError("network"));
  const api = new Api(fetcher, storage);
  await api.signOut();
  assert.equal(api.isSignedIn, false);
  assert.deepEqual(storage.kept, {});
  assert.equal(asked[0].token, "t");
});

test("what another program left in the storage is no session", () => {
  for (const kept of ["", "null", "{", "7", '{"token":7,"operator":"ada"}', '{"token":"t"}', "[]"]) {
    assert.equal(new Api(null, memory({ "ovation.console": kept })).isSignedIn, false, kept);
  }
  const broken = { getItem() { throw new Error(); } };
  assert.equal(new Api(null, broken).isSignedIn, false);
});
