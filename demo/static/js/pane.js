/* One channel on the screen: its name, its messages, and where one writes. */

import { hasComponent } from "./components.js";
import { Composer } from "./composer.js";
import { h, icon } from "./dom.js";
import { closeMenuIf } from "./menu.js";
import { continues, messageNode, renewMessage } from "./messages.js";
import { FLAG, TYPE, channelName, findMessage, isThread, messagesOf, on, state } from "./store.js";

const NEAR_END = 60;

export class Pane {
  constructor(slot, { onMenu }) {
    this.channelId = null;
    this.atEnd = true;
    this.lastTop = 0;
    this.title = h("h1", { class: "pane-title" });
    this.list = h("ol", { class: "messages" });
    this.intro = h("div", { class: "intro" });
    this.content = h("div", { class: "scrolled" }, this.intro, this.list);
    this.scroller = h(
      "div",
      { class: "scroller", role: "log", "aria-live": "off", tabindex: "0" },
      this.content,
    );
    this.jump = h("button", { type: "button", class: "jump", hidden: true }, "Novas mensagens ↓");
    this.composer = new Composer();
    this.node = h(
      "section",
      { class: `pane ${slot}`, "data-slot": slot },
      h(
        "header",
        { class: "pane-head" },
        h(
          "button",
          { type: "button", class: "plain menu-button", "aria-label": "Lista de canais", onclick: onMenu },
          icon("menu"),
        ),
        this.title,
      ),
      this.scroller,
      this.jump,
      this.composer.node,
    );
    this.scroller.addEventListener("scroll", () => this.onScroll());
    this.jump.addEventListener("click", () => this.toEnd());
    const watch = new ResizeObserver(() => this.atEnd && this.toEnd());
    watch.observe(this.content);
    watch.observe(this.scroller);
    this.listen();
  }

  listen() {
    const mine = (listener) => (what) => what.channel_id === this.channelId && listener(what);
    on("READY", () => this.channelId && this.renewInPlace());
    on("MESSAGE_CREATE", mine((message) => this.add(message)));
    on("MESSAGE_UPDATE", mine((message) => this.change(message)));
    on("COMPONENTS", mine((message) => this.change(findMessage(message.channel_id, message.id))));
    on("MESSAGE_DELETE", mine(({ id }) => this.remove(id)));
    on("CHANNEL_UPDATE", (channel) => channel.id === this.channelId && this.showHead());
  }

  show(channelId) {
    if (this.channelId === channelId) return;
    this.channelId = channelId;
    this.renew();
  }

  renewInPlace() {
    const { atEnd } = this;
    const top = this.scroller.scrollTop;
    this.renew();
    if (atEnd) return;
    this.atEnd = false;
    this.scroller.scrollTop = top;
  }

  renew() {
    this.showHead();
    this.list.replaceChildren(...messagesOf(this.channelId).map(messageNode));
    this.group();
    this.toEnd();
  }

  showHead() {
    const channel = state.channels.get(this.channelId);
    if (!channel) return;
    const name = channelName(channel);
    const sign = isThread(channel) ? icon("thread") : channel.type === TYPE.TEXT && icon("hash");
    this.title.replaceChildren(...[sign, h("span", {}, name)].filter(Boolean));
    this.node.setAttribute("aria-label", name);
    this.scroller.setAttribute("aria-label", `Mensagens em ${name}`);
    this.intro.replaceChildren(...beginning(channel, name));
    this.composer.show(channel);
  }

  add(message) {
    if (document.getElementById(`m-${message.id}`)) return;
    const own = Boolean(message.flags & FLAG.EPHEMERAL) || message.author.id === state.me.id;
    const node = messageNode(message);
    this.list.append(node);
    this.group();
    if (this.isLongRead(node, message)) this.toBeginning(node);
    else if (this.atEnd || own) this.toEnd();
    else this.jump.hidden = false;
  }

  change(message) {
    const node = message && document.getElementById(`m-${message.id}`);
    if (!node) return;
    const awaited = node.querySelector(".thinking") !== null;
    renewMessage(node, message);
    if (awaited && this.isLongRead(node, message)) this.toBeginning(node);
    const isGone = ({ customId }) => customId && !hasComponent(message, customId);
    closeMenuIf((owner) => owner.messageId === message.id && isGone(owner));
  }

  remove(id) {
    const node = document.getElementById(`m-${id}`);
    if (node?.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    node?.remove();
    this.group();
    closeMenuIf((owner) => owner.messageId === id);
  }

  group() {
    const messages = messagesOf(this.channelId);
    messages.forEach((message, at) => {
      const node = document.getElementById(`m-${message.id}`);
      node?.classList.toggle("continued", continues(message, messages[at - 1]));
    });
  }

  /* Content that grows moves the end away: only who scrolls up has left it. */
  onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.atEnd = true;
    else if (scrollTop < this.lastTop) this.atEnd = false;
    this.lastTop = scrollTop;
    if (this.atEnd) this.jump.hidden = true;
  }

  /* An answer of words alone that fill more than the screen is read from its top. */
  isLongRead(node, message) {
    if (!(message.flags & FLAG.EPHEMERAL)) return false;
    const wordsAlone = !message.components?.length && !message.attachments?.length;
    return wordsAlone && node.offsetHeight > this.scroller.clientHeight;
  }

  toBeginning(node) {
    this.atEnd = false;
    node.scrollIntoView({ block: "start" });
    this.lastTop = this.scroller.scrollTop;
  }

  toEnd() {
    this.atEnd = true;
    this.jump.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  toMessage(id) {
    const node = document.getElementById(`m-${id}`);
    if (!node) return;
    this.atEnd = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
  }
}

function beginning(channel, name) {
  if (channel.type === TYPE.PRIVATE) {
    const words = `Este é o começo da sua conversa privada com ${name}. A sua mão chega aqui.`;
    return [h("h2", {}, name), h("p", {}, words)];
  }
  if (isThread(channel)) return [h("h2", {}, name), h("p", {}, "Este é o começo do tópico.")];
  const words = `Este é o começo do canal #${name}. ${channel.topic ?? ""}`;
  return [h("h2", {}, `Boas-vindas a #${name}!`), h("p", {}, words)];
}
