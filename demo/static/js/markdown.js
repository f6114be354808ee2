/* Discord's Markdown as nodes. Nothing a message says ever becomes markup of its own. */

import { h } from "./dom.js";
import { displayName } from "./people.js";
import { channelName, state } from "./store.js";
import { timestamp } from "./time.js";

const FENCE = /```(?:[\w+-]*\n)?([\s\S]*?)```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.+)$/;
const QUOTE = /^> (.*)$/;
const LONG_QUOTE = /^>>> /;
const CHANNEL_LINK = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, ([, sign]) => sign],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => h("code", {}, code.trim())],
  [/<a?:(\w+):(\d+)>/y, ([, name, id]) => customEmoji(name, id)],
  [/<t:(-?\d{1,11})(?::([tTdDfFR]))?>/y, ([, unix, style]) => timestamp(Number(unix), style)],
  [/<@!?(\d+)>/y, ([, id]) => mention(id)],
  [/<@&\d+>/y, () => h("span", { class: "mention" }, "@cargo")],
  [/<#(\d+)>/y, ([, id]) => channelMention(id)],
  [/<\/([^:>]+):\d+>/y, ([, name]) => h("span", { class: "mention" }, `/${name}`)],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: +"[^"]*")?\)/y,
    ([, label, url]) => link(url, inline(label)),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => link(url, [url])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_]/y, ([url]) => link(url, [url])],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, ([, inner]) => h("strong", {}, inline(inner))],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, ([, inner]) => h("u", {}, inline(inner))],
  [/\*(?=\S)((?:\\.|\*\*|[^*\\])+?)\*(?!\*)/y, ([, inner]) => h("em", {}, inline(inner))],
  [/(?<!\w)_((?:\\.|__|[^_\\])+?)_(?!\w)/y, ([, inner]) => h("em", {}, inline(inner))],
  [/~~((?:\\.|[^\\])+?)~~/y, ([, inner]) => h("s", {}, inline(inner))],
  [/\|\|((?:\\.|[^\\])+?)\|\|/y, ([, inner]) => spoiler(inner)],
  [/@(?:everyone|here)\b/y, ([word]) => h("span", { class: "mention" }, word)],
];
const STARTS = new Set("\\`<[h*_~|@");

export function markdown(text) {
  const parts = text.split(FENCE);
  return parts.flatMap((part, at) =>
    at % 2 ? h("pre", {}, h("code", {}, part)) : blocks(part.split("\n")),
  );
}

function blocks(lines) {
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.some((line) => line !== "")) {
      found.push(h("div", { class: "text" }, inline(plain.join("\n"))));
    }
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const subtext = SUBTEXT.exec(line);
    if (LONG_QUOTE.test(line)) {
      flush();
      const rest = [line.slice(4), ...lines.slice(at + 1)];
      return [...found, h("blockquote", {}, blocks(rest))];
    }
    if (heading) {
      flush();
      found.push(h(`h${heading[1].length + 2}`, {}, inline(heading[2])));
    } else if (subtext) {
      flush();
      found.push(h("div", { class: "subtext" }, inline(subtext[1])));
    } else if (QUOTE.test(line)) {
      flush();
      const end = run(lines, at, QUOTE);
      const inner = lines.slice(at, end).map((each) => QUOTE.exec(each)[1]);
      found.push(h("blockquote", {}, blocks(inner)));
      at = end - 1;
    } else if (ITEM.test(line)) {
      flush();
      const end = run(lines, at, ITEM);
      found.push(list(lines.slice(at, end).map((each) => ITEM.exec(each))));
      at = end - 1;
    } else {
      plain.push(line);
    }
  }
  flush();
  return found;
}

function run(lines, from, pattern) {
  let end = from;
  while (end < lines.length && pattern.test(lines[end])) end += 1;
  return end;
}

function list(items) {
  const numbered = /\d/.test(items[0][2]);
  const start = numbered ? Number.parseInt(items[0][2], 10) : undefined;
  const nodes = items.map(([, indent, , text]) =>
    h("li", { class: indent ? "deeper" : undefined }, inline(text)),
  );
  return h(numbered ? "ol" : "ul", { start }, nodes);
}

function inline(text) {
  const found = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const match = STARTS.has(text[at]) ? firstMatch(text, at) : null;
    if (match) {
      if (from < at) found.push(text.slice(from, at));
      found.push(match.node);
      at = match.end;
      from = at;
    } else {
      at += 1;
    }
  }
  if (from < at) found.push(text.slice(from));
  return found;
}

function firstMatch(text, at) {
  for (const [pattern, build] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      const end = pattern.lastIndex;
      return { node: build(match), end };
    }
  }
  return null;
}

function customEmoji(name, id) {
  return h("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: name });
}

function mention(id) {
  const user = state.members.get(id);
  const own = id === state.me.id ? "mention own" : "mention";
  return h("span", { class: own }, user ? `@${displayName(user)}` : "@alguém");
}

function channelMention(id) {
  const channel = state.channels.get(id);
  if (!channel) return h("span", { class: "mention" }, "#canal-desconhecido");
  return h("a", { class: "mention", href: `#${id}` }, `#${channelName(channel)}`);
}

/* Discord's own addresses lead to the channel here; all others into a window of their own. */
export function link(url, label, look) {
  const inside = CHANNEL_LINK.exec(url);
  if (!inside) {
    return h("a", { class: look, href: url, target: "_blank", rel: "noopener noreferrer" }, label);
  }
  const [, channelId, messageId] = inside;
  return h("a", { class: look, href: `#${channelId}${messageId ? `/${messageId}` : ""}` }, label);
}

function spoiler(inner) {
  const node = h(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: mostrar" },
    h("span", {}, inline(inner)),
  );
  const show = () => {
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" || key === " ") show();
  });
  return node;
}

/* The words alone, for notices and for the screen reader. */
export function plainText(text) {
  return markdown(text).map((node) => node.textContent).join(" ").replace(/\s+/g, " ").trim();
}
