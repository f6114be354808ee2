/* What is on the screen: a public channel and the private conversation, side by side where wide. */

import { dropInvitations } from "./notices.js";
import { Pane } from "./pane.js";
import { TYPE, channelsSorted, emit, on, privateChannel, state } from "./store.js";
import { seen } from "./unread.js";

const WIDE = matchMedia("(min-width: 1200px)");
const ADDRESS = /^#(\d+)(?:\/(\d+))?$/;

export class Places {
  constructor(app, host) {
    this.app = app;
    const onMenu = () => this.drawer(true);
    this.panes = { public: new Pane("public", { onMenu }), private: new Pane("private", { onMenu }) };
    host.append(this.panes.public.node, this.panes.private.node);
    for (const [slot, pane] of Object.entries(this.panes)) {
      pane.node.addEventListener("focusin", () => this.touch(slot));
    }
    on("READY", () => this.restore());
    on("CHANNEL_CREATE", () => this.arrange());
    on("CHANNEL_DELETE", () => this.restore());
    WIDE.addEventListener("change", () => this.arrange());
    addEventListener("hashchange", () => this.go());
    document.addEventListener("click", (event) => this.onLink(event));
  }

  get focus() {
    return this.app.dataset.focus;
  }

  isVisible(channelId) {
    return this.visible().includes(channelId);
  }

  visible() {
    const both = this.panes.private.channelId && WIDE.matches;
    const shown = both ? Object.values(this.panes) : [this.panes[this.focus]];
    return shown.map((pane) => pane.channelId);
  }

  open(channelId, messageId) {
    const wanted = `#${channelId}${messageId ? `/${messageId}` : ""}`;
    if (location.hash === wanted) this.go();
    else location.hash = wanted;
  }

  go() {
    dropInvitations();
    this.restore();
  }

  /* Show what the address names; without one, the first text channel. */
  restore() {
    if (!state.me) return;
    const [, wanted, messageId] = ADDRESS.exec(location.hash) ?? [];
    const channel = state.channels.get(wanted) ?? this.fallback();
    if (!channel) return;
    const slot = channel.type === TYPE.PRIVATE ? "private" : "public";
    this.app.dataset.focus = slot;
    if (!state.channels.has(this.panes.public.channelId)) {
      this.panes.public.show(this.fallback().id);
    }
    this.panes[slot].show(channel.id);
    this.drawer(false);
    this.arrange();
    if (messageId) this.panes[slot].toMessage(messageId);
  }

  fallback() {
    return channelsSorted().find(({ type }) => type === TYPE.TEXT);
  }

  arrange() {
    const direct = privateChannel();
    if (direct) this.panes.private.show(direct.id);
    this.app.classList.toggle("paired", Boolean(direct) && WIDE.matches);
    this.visible().forEach(seen);
    emit("PLACES");
  }

  touch(slot) {
    if (WIDE.matches && this.app.classList.contains("paired")) this.app.dataset.focus = slot;
  }

  drawer(open) {
    this.app.classList.toggle("drawer", open);
    if (open) this.app.querySelector("#sidebar a")?.focus();
  }

  onLink(event) {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey) return;
    const [, channelId, messageId] = ADDRESS.exec(link.getAttribute("href")) ?? [];
    if (!channelId) return;
    event.preventDefault();
    this.open(channelId, messageId);
  }
}
