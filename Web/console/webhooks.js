// Webhooks: where they go, what waits, and what was given up.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { announce, button, copyable, dialog, field, loaded, moment, other, paged, table, wordsOf } from "./parts.js";

const service = "ovation_webhook_srv";
/** The code of a server without a callback. */
const notConfigured = 100_301;

export function view({ api }) {
  const settings = loaded(async () => {
    try {
      return await api.call("live_config/get_callback");
    } catch (error) {
      if (error.code === notConfigured) return null;
      throw error;
    }
  }, (own) => [
    own
      ? h("dl", { class: "facts" }, h("div", {}, h("dt", {}, say("console.endpoint")), h("dd", {}, other(own.Url))),
        h("div", {}, h("dt", {}, say("console.callbacks")), h("dd", {}, other((own.CallbackCommandList ?? []).join(", ")))))
      : h("p", { class: "empty" }, say("console.noEndpoint")),
    button(say(own ? "console.change" : "console.setUp"), () => change(own)),
  ]);
  const change = (own) => dialog({
    title: say("console.endpoint"),
    fields: [
      field({ label: say("console.endpoint"), name: "url", value: own?.Url ?? "", type: "url", isRequired: true }),
      field({ label: say("console.callbacks"), name: "commands", value: (own?.CallbackCommandList ?? []).join("\n"), isArea: true,
        hint: say("console.oneALine") }),
    ],
    submit: say("console.save"),
    run: async (values) => {
      const list = values.commands.split(/\s+/u).filter(Boolean);
      await api.call(`live_config/${own ? "update_callback" : "set_callback"}`, { Url: values.url, CallbackCommandList: list });
      await settings.reload();
      return say("console.done");
    },
  });
  const status = loaded(() => api.call(`${service}/get_status`), (own) => [
    h("dl", { class: "facts" }, h("div", {}, h("dt", {}, say("console.figure.callbacksWaiting")), h("dd", {}, formatNumber(own.Waiting))),
      h("div", {}, h("dt", {}, say("console.figure.callbacksDead")), h("dd", {}, formatNumber(own.Dead)))),
    table({
      caption: say("console.waiting"), empty: say("console.nothingWaits"),
        columns: [say("console.liveID"), say("console.attempts"), say("console.nextTry")],
      rows: own.RoomList.map((lane) => [copyable(lane.RoomId), formatNumber(lane.Attempts), moment(lane.DueAt * 1_000)]),
    }),
  ]);
  let shown = [];
  const dead = paged(async (next) => {
    const page = await api.call(`${service}/list_dead_letters`, { Count: 50, Next: next });
    return { rows: page.DeadLetterList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.deadLetters"), empty: say("console.noDeadLetters"),
      columns: [say("console.number"), say("console.callback"), say("console.liveID"), say("console.gaveUp"), say("console.failure"),
        say("console.actions")],
      rows: rows.map((letter) => [
        String(letter.Number), letter.CallbackCommand, copyable(letter.RoomId), moment(letter.GaveUpAt * 1_000), other(letter.Failure),
        h("span", { class: "row-actions" },
          button(say("console.body"), () => body(letter), { label: say("console.bodyOf", { number: letter.Number }) }),
          button(say("console.replay"), () => act("resend_dead_letters", [letter.Number]),
            { label: say("console.replayOne", { number: letter.Number }) }),
          button(say("console.forget"), () => act("drop_dead_letters", [letter.Number]),
            { kind: "danger", label: say("console.forgetOne", { number: letter.Number }) })),
      ]),
    });
  });
  async function act(command, numbers) {
    try {
      // A call takes a hundred.
      for (let start = 0; start < numbers.length; start += 100) {
        await api.call(`${service}/${command}`, { NumberList: numbers.slice(start, start + 100) });
      }
      announce(say("console.done"));
    } catch (error) {
      announce(wordsOf(error), true);
    }
    await Promise.all([dead.reload(), status.reload()]);
  }
  const body = (letter) => dialog({
    title: say("console.bodyOf", { number: letter.Number }), content: [h("pre", { class: "body", tabindex: "0" }, pretty(letter.Body))],
    submit: say("console.replay"), run: () => act("resend_dead_letters", [letter.Number]),
  });
  return [
    h("h2", {}, say("console.endpoint")), settings.place, h("h2", {}, say("console.waiting")), status.place,
    h("h2", {}, say("console.deadLetters")), button(say("console.replayAll"),
      () => act("resend_dead_letters", shown.map((letter) => letter.Number))),
    dead.place,
  ];
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
