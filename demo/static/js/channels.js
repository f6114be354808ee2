/* The list of channels: text channels with their open threads, and the private conversation. */

import { h, icon } from "./dom.js";
import { avatar, displayName } from "./people.js";
import { TYPE, channelName, channelsSorted, isOpenThread, isThread, on, privateChannel, state } from "./store.js";
import { unreadIn } from "./unread.js";
import { voiceList } from "./voice.js";

export function channelList(node, places) {
  const show = () => {
    const { voice } = document.activeElement?.dataset ?? {};
    node.replaceChildren(...content(places));
    if (voice) node.querySelector(`[data-voice="${voice}"]`)?.focus();
  };
  for (const type of ["READY", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "UNREAD", "PLACES", "VOICE"]) {
    on(type, () => state.me && show());
  }
}

function content(places) {
  const all = channelsSorted();
  const texts = all.filter(({ type }) => type === TYPE.TEXT);
  const direct = privateChannel();
  return [
    h("h2", { class: "server" }, (state.guild ?? state.application).name),
    h(
      "div",
      { class: "lists" },
      h("h3", {}, "Canais de texto"),
      h("ul", {}, texts.map((each) => textItem(each, all, places))),
      voiceList(),
      h("h3", {}, "Mensagens privadas"),
      h(
        "ul",
        {},
        direct
          ? h("li", {}, entry(direct, avatar(state.application.user, "small"), places))
          : h("li", { class: "none" }, "A sua mão chega aqui"),
      ),
    ),
    h(
      "div",
      { class: "me" },
      avatar(state.me),
      h("div", {}, h("strong", {}, displayName(state.me)), h("span", {}, "você")),
    ),
  ];
}

function textItem(channel, all, places) {
  const threads = all.filter(
    (each) =>
      isThread(each) &&
      each.parent_id === channel.id &&
      (isOpenThread(each) || places.isVisible(each.id)),
  );
  return h(
    "li",
    {},
    entry(channel, icon("hash"), places),
    threads.length > 0 &&
      h("ul", { class: "threads" }, threads.map((each) => h("li", {}, entry(each, sign(each), places)))),
  );
}

function sign(thread) {
  return icon(thread.type === TYPE.PRIVATE_THREAD ? "lock" : "thread");
}

function entry(channel, face, places) {
  const unread = unreadIn(channel.id);
  const here = places.isVisible(channel.id);
  const calls = unread?.calls ?? 0;
  return h(
    "a",
    {
      href: `#${channel.id}`,
      class: `entry ${here ? "here" : ""} ${unread ? "unread" : ""}`,
      "aria-current": here ? "page" : undefined,
    },
    face,
    h("span", { class: "entry-name" }, channelName(channel)),
    unread && h("span", { class: "unseen" }, ", mensagens novas"),
    calls > 0 && h("span", { class: "count" }, calls),
  );
}
