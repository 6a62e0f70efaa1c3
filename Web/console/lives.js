// Lives: found, watched, ended; who watches, and who is banned or muted there.

import { formatNumber, say } from "../model/words.js";
import { h } from "../components/dom.js";
import { announce, button, confirmByName, copyable, csvButton, dialog, field, form, loaded, moment, other, paged, table,
  wordsOf } from "./parts.js";

const service = "live_engine_http_srv";

export function view(context) {
  return context.query.live ? one(context, context.query.live) : all(context);
}

function all({ api, query, filter, addressOf }) {
  const search = field({ label: say("console.search"), name: "search", value: query.search ?? "", type: "search", maxBytes: 100 });
  const byID = field({ label: say("console.liveID"), name: "live" });
  let shown = [];
  const list = paged(async (next) => {
    const page = await api.call(`${service}/get_room_list`, { Next: next, Count: 50, Search: query.search ?? "" });
    return { rows: page.RoomList, next: page.Next };
  }, (rows) => {
    shown = rows;
    return table({
      caption: say("console.lives"), empty: say(query.search ? "console.noSuchLives" : "console.noLives"),
      columns: [say("console.liveID"), say("console.name"), say("console.host"), say("console.viewers"), say("console.began")],
      rows: rows.map((room) => [
        h("a", { href: addressOf("lives", { live: room.RoomId }) }, other(room.RoomId)), other(room.RoomName), other(room.Owner_Account),
        formatNumber(room.OnlineCount ?? room.MemberCount ?? 0), room.CreateTime ? moment(room.CreateTime * 1_000) : "–",
      ]),
    });
  });
  return [
    form({ fields: [search], submit: say("console.search"), isInline: true,
      run: async (values) => { filter({ search: values.search }); } }).element,
    // The list has public lives only; an id opens any.
    form({ fields: [byID], submit: say("console.open"), isInline: true,
      run: async (values) => { filter({ live: values.live.trim() }); } }).element,
    list.place,
    csvButton("lives", ["RoomId", "RoomName", "Owner_Account"],
      () => shown.map((room) => [room.RoomId, room.RoomName, room.Owner_Account])),
  ];
}

function one({ api, query, goTo, addressOf }, live) {
  const call = (command, body = {}) => api.call(command.includes("/") ? command : `${service}/${command}`, { RoomId: live, ...body });
  const info = loaded(async () => {
    const [{ RoomInfo: room }, numbers] = await Promise.all([call("get_room_info"), call("get_room_statistic")]);
    return { room, numbers };
  }, ({ room, numbers }) => h(
    "dl", { class: "facts" },
    ...[
      [say("console.liveID"), copyable(room.RoomId)], [say("console.name"), other(room.RoomName)],
        [say("console.host"), copyable(room.Owner_Account)],
      [say("console.viewers"), formatNumber(room.OnlineCount ?? 0)], [say("console.visits"), formatNumber(numbers.TotalViewers)],
      [say("console.gifts"), formatNumber(numbers.TotalGiftsSent)], [say("console.coins"), formatNumber(numbers.TotalGiftCoins)],
      [say("console.messages"), formatNumber(numbers.TotalMsgCount)], [say("console.picture"), room.Media?.State ?? "–"],
    ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))), { isList: true });

  const members = paged(async (next) => {
    const page = await call("ovation_moderation_srv/get_audience", { Next: next, Count: 50 });
    return { rows: page.MemberList, next: page.Next };
  }, (rows) => table({
    caption: say("console.audience"), empty: say("console.noAudience"),
      columns: [say("console.user"), say("console.name"), say("console.actions")],
    rows: rows.map(({ Member_Account: user, Name: name }) => [copyable(user), other(name), h(
      "span", { class: "row-actions" },
      button(say("console.kick"), () => act("kick", user), { label: say("console.kickUser", { user }) }),
      button(say("console.mute"), () => act("mute", user), { label: say("console.muteUser", { user }) }),
      button(say("console.ban"), () => act("ban", user), { label: say("console.banUser", { user }), kind: "danger" }))]),
  }));
  const banned = loaded(() => call("get_banned_member_list", { Limit: 200, Offset: 0 }), ({ BannedAccountList }) => table({
    caption: say("console.banned"), empty: say("console.nobodyBanned"),
    columns: [say("console.user"), say("console.until"), say("console.reason"), say("console.actions")],
    rows: BannedAccountList.map((entry) => [
      copyable(entry.Member_Account), until(entry.BannedUntil), other(entry.Reason),
      button(say("console.unban"), () => undo("unban_member", entry.Member_Account, {}),
        { label: say("console.unbanUser", { user: entry.Member_Account }) }),
    ]),
  }), { isList: true });
  const muted = loaded(() => call("get_muted_member_list"), ({ MutedAccountList }) => table({
    caption: say("console.muted"), empty: say("console.nobodyMuted"),
      columns: [say("console.user"), say("console.until"), say("console.actions")],
    rows: MutedAccountList.map((entry) => [
      copyable(entry.Member_Account), until(entry.MutedUntil),
      button(say("console.unmute"), () => undo("mute_member", entry.Member_Account, { MuteTime: 0 }),
        { label: say("console.unmuteUser", { user: entry.Member_Account }) }),
    ]),
  }), { isList: true });
  const reload = () => Promise.all([members.reload(), banned.reload(), muted.reload()]);

  function act(kind, user) {
    const seconds = field({
      label: say("console.forHowLong"), name: "seconds", value: "3600",
      choices: [["600", say("console.tenMinutes")], ["3600", say("console.oneHour")], ["86400", say("console.oneDay")],
        ["4294967295", say("console.forLive")]],
    });
    const reason = field({ label: say("console.reason"), name: "reason", maxBytes: 200 });
    dialog({
      title: say(`console.${kind}User`, { user }), fields: { kick: [reason], mute: [seconds], ban: [seconds, reason] }[kind],
      submit: say(`console.${kind}`), isDanger: kind === "ban",
      run: async (values) => {
        const body = { MemberList_Account: [user] };
        if (kind === "kick") await call("kick_user_out", { ...body, Reason: values.reason });
        else if (kind === "mute") await call("mute_member", { ...body, MuteTime: Number(values.seconds) });
        else await call("ban_member", { ...body, Duration: Number(values.seconds), Reason: values.reason });
        await reload();
        return say("console.done");
      },
    });
  }
  async function undo(command, user, body) {
    try {
      await call(command, { MemberList_Account: [user], ...body });
      announce(say("console.done"));
      await reload();
    } catch (error) {
      announce(wordsOf(error), true);
    }
  }
  const setMuteAll = async (isMuted) => {
    try {
      await call("update_room_info", { RoomInfo: { RoomId: live, IsMessageDisabled: isMuted } });
      announce(say("console.done"));
    } catch (error) {
      announce(wordsOf(error), true);
    }
  };
  return [
    h("p", {}, h("a", { href: addressOf("lives", { search: query.search ?? "" }) }, say("console.allLives"))),
    info.place,
    h(
      "div", { class: "row-actions" },
      h("a", { class: "button", href: `/live/${encodeURIComponent(live)}`, target: "_blank", rel: "noopener" }, say("console.watch")),
      button(say("console.muteAll"), () => setMuteAll(true)), button(say("console.unmuteAll"), () => setMuteAll(false)),
      button(say("console.end"), () => confirmByName(
        { title: say("console.endLive", { id: live }), text: say("console.endText"), id: live, action: say("console.end") },
        async () => {
          await call("destroy_room");
          goTo("lives");
          return say("console.ended", { id: live });
        }), { kind: "danger" })),
    h("h2", {}, say("console.audience")), members.place, h("h2", {}, say("console.banned")), banned.place,
    h("h2", {}, say("console.muted")), muted.place,
  ];
}

/** The end of a ban or mute; 4294967295 is the rest of the live. */
function until(seconds) { return seconds >= 4_294_967_295 ? say("console.forLive") : moment(seconds * 1_000); }
