/* One message as a list item, and how it is renewed without a jump. */

import { componentRows, focusControl, focusedControl } from "./components.js";
import { moreButton } from "./contextmenu.js";
import { h, icon, localUrl } from "./dom.js";
import { failureOf } from "./interactions.js";
import { openPicture } from "./lightbox.js";
import { markdown, plainText } from "./markdown.js";
import { avatar, displayName } from "./people.js";
import { request } from "./socket.js";
import { FLAG, findMessage, mentionsMe, state } from "./store.js";
import { clock } from "./time.js";

const KIND = { THREAD_CREATED: 18, REPLY: 19, COMMAND: 20, AUTOMOD: 24 };
const TOGETHER_MS = 7 * 60_000;
const SHOWN_WIDTH = 550;

export function messageNode(message) {
  const node = h("li", { class: "message", id: `m-${message.id}`, tabindex: "-1" });
  fill(node, message);
  return node;
}

/* Bring a message up to date: the focus stays where it was, pictures change once they are there. */
export function renewMessage(node, message) {
  const was = focusedControl(node);
  const pictures = [...node.querySelectorAll(".picture img")];
  fill(node, message);
  [...node.querySelectorAll(".picture img")].forEach((picture, at) =>
    keepUntilLoaded(picture, pictures[at]),
  );
  if (was) focusControl(node, was);
}

/* The old picture stays in place of the new one until that can be shown. */
async function keepUntilLoaded(picture, old) {
  const url = picture.getAttribute("src");
  if (!old?.complete || old.getAttribute("src") === url) return;
  picture.replaceWith(old);
  old.dataset.next = url;
  await picture.decode().catch(() => undefined);
  if (old.dataset.next === url) old.replaceWith(picture);
}

/* A message that goes on where its author's last one ended needs no name of its own. */
export function continues(message, before) {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    displayName(before.author) === displayName(message.author) &&
    ![KIND.THREAD_CREATED, KIND.REPLY, KIND.COMMAND, KIND.AUTOMOD].includes(message.type) &&
    before.type !== KIND.THREAD_CREATED &&
    new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER_MS
  );
}

/* Cards in the words are pictures: the first line that stands for the big one names them. */
export function spokenText(message) {
  const shown = message.attachments?.[0]?.description?.split("\n")[0];
  const what = [plainText(message.content), shown].filter(Boolean).join(" ");
  return `${displayName(message.author)}: ${what}`.slice(0, 500);
}

function fill(node, message) {
  const ephemeral = Boolean(message.flags & FLAG.EPHEMERAL);
  node.classList.toggle("ephemeral", ephemeral);
  node.classList.toggle("mentioned", mentionsMe(message));
  node.classList.toggle("system", message.type === KIND.THREAD_CREATED);
  if (message.type === KIND.THREAD_CREATED) {
    node.replaceChildren(threadCreated(message));
    return;
  }
  const failure = failureOf(message.id);
  const parts = [
    above(message),
    h(
      "div",
      { class: "message-main" },
      avatar(message.author),
      h(
        "div",
        { class: "message-body" },
        head(message),
        content(message),
        (message.attachments ?? []).map(attachmentNode),
        (message.embeds ?? []).map(embedNode),
        componentRows(message),
        failure && h("p", { class: "failure", role: "alert" }, failure),
        ephemeral && dismissal(message),
      ),
    ),
    moreButton(message),
  ];
  node.replaceChildren(...parts.filter(Boolean));
}

function head(message) {
  return h(
    "div",
    { class: "message-head" },
    h("span", { class: "author" }, displayName(message.author)),
    message.author.bot && h("span", { class: "badge" }, "APP"),
    clock(message.timestamp),
    message.edited_timestamp && h("span", { class: "edited" }, "(editado)"),
  );
}

function above(message) {
  const used = message.interaction_metadata;
  if (message.type === KIND.COMMAND && used) {
    const chosen = used.target_message_id ?? used.target_user;
    return h(
      "div",
      { class: "above" },
      avatar(used.user, "tiny"),
      h("strong", {}, displayName(used.user)),
      " usou ",
      h("span", { class: "mention" }, chosen ? used.name : `/${used.name}`),
    );
  }
  if (message.type === KIND.AUTOMOD) {
    const rule = message.embeds[0]?.fields.find(({ name }) => name === "rule_name")?.value;
    return h("div", { class: "above" }, icon("lock"), `AutoMod, regra “${rule}”: o que se quis enviar`);
  }
  const first = answered(message);
  if (message.type === KIND.REPLY && first) {
    return h(
      "div",
      { class: "above" },
      avatar(first.author, "tiny"),
      h("strong", {}, displayName(first.author)),
      h("span", { class: "above-text" }, plainText(first.content)),
    );
  }
  return null;
}

function answered({ message_reference: reference, referenced_message: whole }) {
  return whole ?? (reference && findMessage(reference.channel_id, reference.message_id));
}

function content(message) {
  if (message.flags & FLAG.LOADING) {
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    return h("div", { class: "thinking" }, dots, `${displayName(message.author)} está pensando…`);
  }
  if (!message.content) return null;
  return h("div", { class: "content" }, markdown(message.content));
}

function attachmentNode(file) {
  const url = localUrl(file.url);
  if (!file.content_type?.startsWith("image/") || !file.width) {
    return h("a", { class: "file", href: url, download: file.filename }, file.filename);
  }
  const { width, height, description } = file;
  const node = h(
    "button",
    { type: "button", class: "picture", title: "Ampliar a imagem" },
    h("img", { src: url, alt: description ?? file.filename, width, height }),
  );
  node.style.maxWidth = `${Math.min(width, SHOWN_WIDTH)}px`;
  node.addEventListener("click", () => openPicture(url, description ?? file.filename));
  return node;
}

function embedNode(embed) {
  const image = embed.image?.url && h("img", { src: localUrl(embed.image.url), alt: "" });
  return h(
    "div",
    { class: "embed" },
    embed.title && h("strong", {}, markdown(embed.title)),
    embed.description && markdown(embed.description),
    (embed.type === "auto_moderation_message" ? [] : (embed.fields ?? [])).map((field) =>
      h("div", { class: "embed-field" }, h("strong", {}, field.name), markdown(field.value)),
    ),
    image,
    embed.footer && h("small", {}, embed.footer.text),
  );
}

function dismissal(message) {
  const { id, channel_id } = message;
  const dismiss = () => request({ op: "dismiss", channel_id, message_id: id });
  return h(
    "div",
    { class: "only-you" },
    icon("eye"),
    "Só você pode ver esta mensagem",
    " · ",
    h("button", { type: "button", class: "link", onclick: dismiss }, "Ignorar mensagem"),
  );
}

function threadCreated(message) {
  const named = [...state.channels.values()].find((channel) => channel.name === message.content);
  const id = message.message_reference?.channel_id ?? named?.id;
  return h(
    "div",
    { class: "system-line" },
    icon("thread"),
    h(
      "span",
      {},
      h("strong", {}, displayName(message.author)),
      " iniciou um tópico: ",
      id ? h("a", { href: `#${id}` }, message.content) : h("strong", {}, message.content),
      " ",
      clock(message.timestamp),
    ),
  );
}
