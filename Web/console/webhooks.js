// Webhooks: where they go, what waits, and what was given up.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import {
  announce, button, confirmByName, copyable, csvButton, dialog, field, loaded, moment, other, paged, table, wordsOf,
} from "./parts.js";

const service = "ovation_webhook_srv";
/** The code of a server without a callback. */
const notConfigured = 100_301;
/** The dead letters that a call takes. */
const lettersMax = 100;

export function view({ api }) {
  const tested = h("p", { role: "status" });
  /** Posts a callback that tells nothing, and says how it was answered. */
  const test = async (body) => {
    tested.className = "";
    tested.textContent = say("console.working");
    try {
      const answer = await api.call(`${service}/test_endpoint`, body);
      tested.className = answer.IsAnswered ? "is-good" : "is-bad";
      tested.textContent = testWords(answer);
    } catch (error) {
      tested.className = "is-bad";
      tested.textContent = wordsOf(error);
    }
    await status.reload();
  };
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
    h("p", { class: "row-actions" }, button(say(own ? "console.change" : "console.setUp"), () => change(own)),
      own ? button(say("console.testEndpoint"), () => test({})) : null),
    tested,
  ]);
  const change = (own) => dialog({
    title: say("console.endpoint"),
    fields: [
      field({ label: say("console.endpoint"), name: "url", value: own?.Url ?? "", type: "url", isRequired: true }),
      field({ label: say("console.callbacks"), name: "commands", value: (own?.CallbackCommandList ?? []).join("\n"), isArea: true,
        hint: say("console.oneALine") }),
    ],
    submit: say("console.save"), isLasting: true, extra: [button(say("console.testAddress"), ({ currentTarget }) => tryOut(currentTarget))],
    run: async (values) => {
      const list = values.commands.split(/\s+/u).filter(Boolean);
      await api.call(`live_config/${own ? "update_callback" : "set_callback"}`, { Url: values.url, CallbackCommandList: list });
      await settings.reload();
      return say("console.done");
    },
  });
  /** Tries the address that stands in the dialog, before it is saved. */
  const tryOut = async (pressed) => {
    const place = pressed.closest("form").querySelector(".form__outcome");
    place.textContent = say("console.working");
    place.className = "form__outcome";
    try {
      const answer = await api.call(`${service}/test_endpoint`, { Url: pressed.closest("form").elements.url.value.trim() });
      place.textContent = testWords(answer);
      place.classList.add(answer.IsAnswered ? "is-good" : "is-bad");
    } catch (error) {
      place.textContent = wordsOf(error);
      place.classList.add("is-bad");
    }
  };
  const status = loaded(() => api.call(`${service}/get_status`), (own) => [
    h("dl", { class: "facts" }, h("div", {}, h("dt", {}, say("console.figure.callbacksWaiting")), h("dd", {}, formatNumber(own.Waiting))),
      h("div", {}, h("dt", {}, say("console.figure.callbacksDead")), h("dd", {}, formatNumber(own.Dead)))),
    table({
      caption: say("console.waiting"), empty: say("console.nothingWaits"),
      columns: [say("console.liveID"), say("console.attempts"), say("console.nextTry")],
      rows: own.RoomList.map((lane) => [copyable(lane.RoomId), formatNumber(lane.Attempts), moment(lane.DueAt * 1_000)]),
    }),
    h("h3", {}, say("console.lastAnswers")), table({
      caption: say("console.lastAnswers"), empty: say("console.noAnswers"),
      columns: [say("console.when"), say("console.callback"), say("console.latency"), say("console.answered"), say("console.webhookID")],
      rows: (own.AnswerList ?? []).map((answer) => [
        moment(Date.now() - answer.AgeSeconds * 1_000), answer.CallbackCommand,
        say("console.milliseconds", { value: formatNumber(answer.Milliseconds) }),
        answer.IsAnswered ? say("console.yes") : other(answer.Failure), copyable(answer.WebhookId),
      ]),
    }),
  ], { isList: true });
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
          button(say("console.forget"), () => forgetOne(letter),
            { kind: "danger", label: say("console.forgetOne", { number: letter.Number }) })),
      ]),
    });
  });
  async function act(command, numbers) {
    try {
      await api.call(`${service}/${command}`, { NumberList: numbers });
      announce(say("console.done"));
    } catch (error) {
      announce(wordsOf(error), true);
    }
    await Promise.all([dead.reload(), status.reload()]);
  }
  /** Does something to all letters that there are now, also to those that are not on the screen. */
  async function actOnAll(command) {
    const count = await forAllLetters(api, command);
    await Promise.all([dead.reload(), status.reload()]);
    return say("console.lettersDone", { count });
  }
  async function replayAll() {
    try {
      announce(await actOnAll("resend_dead_letters"));
    } catch (error) {
      announce(wordsOf(error), true);
    }
  }
  const forgetOne = (letter) => confirmByName({
    title: say("console.forgetOne", { number: letter.Number }), text: say("console.forgetOneText"), id: String(letter.Number),
    action: say("console.forget"),
  }, async () => {
    await api.call(`${service}/drop_dead_letters`, { NumberList: [letter.Number] });
    await Promise.all([dead.reload(), status.reload()]);
    return say("console.done");
  });
  const forgetAll = () => confirmByName({
    title: say("console.forgetAll"), text: say("console.forgetAllText"), id: say("console.forgetAllWord"), action: say("console.forget"),
  }, () => actOnAll("drop_dead_letters"));
  const body = (letter) => dialog({
    title: say("console.bodyOf", { number: letter.Number }), content: [h("pre", { class: "body", tabindex: "0" }, pretty(letter.Body))],
    submit: say("console.replay"), run: () => act("resend_dead_letters", [letter.Number]),
  });
  return [
    h("h2", {}, say("console.endpoint")), settings.place, h("h2", {}, say("console.waiting")), status.place,
    h("h2", {}, say("console.deadLetters")),
    h("p", { class: "row-actions" }, button(say("console.replayAll"), replayAll),
      button(say("console.forgetAll"), forgetAll, { kind: "danger" }),
      csvButton("dead-letters", ["Number", "CallbackCommand", "RoomId", "GaveUpAt", "Attempts", "Failure", "Body"],
        () => shown.map((letter) => [letter.Number, letter.CallbackCommand, letter.RoomId, new Date(letter.GaveUpAt * 1_000).toISOString(),
          letter.Attempts, letter.Failure, letter.Body]))),
    dead.place,
  ];
}

/** How a test of the endpoint went, in words. */
export function testWords(answer) {
  return answer.IsAnswered ? say("console.testAnswered", { milliseconds: formatNumber(answer.Milliseconds) })
    : say("console.testFailed", { reason: answer.Failure, milliseconds: formatNumber(answer.Milliseconds) });
}

/**
 * Calls a command with every dead letter that there is at the beginning, a hundred in a call. What is given up meanwhile is left for the
 * next time.
 *
 * @returns {Promise<number>} How many there were.
 */
export async function forAllLetters(api, command) {
  const numbers = [];
  let next = "";
  do {
    const page = await api.call(`${service}/list_dead_letters`, { Count: lettersMax, Next: next });
    numbers.push(...page.DeadLetterList.map((letter) => letter.Number));
    next = page.Next;
  } while (next !== "");
  for (let start = 0; start < numbers.length; start += lettersMax) {
    await api.call(`${service}/${command}`, { NumberList: numbers.slice(start, start + lettersMax) });
  }
  return numbers.length;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
