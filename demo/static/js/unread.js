/* Which channels hold something new, and what calls the player elsewhere. */

import { announce, dropToast, toast } from "./notices.js";
import { displayName } from "./people.js";
import { spokenText } from "./messages.js";
import { FLAG, TYPE, channelName, emit, isThread, mentionsMe, on, state } from "./store.js";

const counts = new Map();
/* Messages whose next change is an answer to the reader: it is told like a new message. */
const awaited = new Set();
let places = null;

/* `places` tells what is on the screen: `isVisible(channelId)` and `open(channelId)`. */
export function watchUnread(given) {
  places = given;
  on("READY", () => setAll());
  on("MESSAGE_CREATE", arrived);
  on("USED", ({ id }) => awaited.add(id));
  on("MESSAGE_DELETE", ({ id }) => awaited.delete(id));
  on("MESSAGE_UPDATE", (message) => awaited.delete(message.id) && tellIfShown(message));
  on("CHANNEL_DELETE", ({ id }) => seen(id));
  on("CHANNEL_CREATE", tableReady);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) places.visible().forEach(seen);
  });
}

export function unreadIn(channelId) {
  return counts.get(channelId);
}

export function seen(channelId) {
  if (document.hidden) return;
  dropToast(channelId);
  if (counts.delete(channelId)) changed();
}

function setAll() {
  for (const id of counts.keys()) if (!state.channels.has(id)) counts.delete(id);
  changed();
}

function arrived(message) {
  if (message.author.id === state.me.id) return;
  const channel = state.channels.get(message.channel_id);
  if (!channel) return;
  const shown = places.isVisible(channel.id);
  if (message.flags & FLAG.LOADING) awaited.add(message.id);
  else tellIfShown(message);
  if ((shown && !document.hidden) || message.flags & FLAG.SILENT) return;
  const calls = channel.type === TYPE.PRIVATE || mentionsMe(message);
  const before = counts.get(channel.id) ?? { messages: 0, calls: 0 };
  counts.set(channel.id, {
    messages: before.messages + 1,
    calls: before.calls + (calls ? 1 : 0),
  });
  changed();
  if (calls && !shown) callThere(channel, message);
}

function tellIfShown(message) {
  if (places.isVisible(message.channel_id)) announce(spokenText(message));
}

function callThere(channel, message) {
  const isPrivate = channel.type === TYPE.PRIVATE;
  const isHand = isPrivate && message.attachments?.length > 0;
  const called = `${displayName(message.author)} chamou você em #${channelName(channel)}`;
  const privately = isHand ? "Sua mão chegou" : "Mensagem privada nova";
  invite(channel, isPrivate ? privately : called, "Abrir");
}

function tableReady(channel) {
  const mine = channel.name?.includes(displayName(state.me));
  if (isThread(channel) && mine && !places.isVisible(channel.id)) {
    invite(channel, "A sua mesa está pronta", "Ir à mesa");
  }
}

function invite(channel, text, label) {
  toast({ key: channel.id, text, label, action: () => places.open(channel.id), lasting: true });
}

function changed() {
  const calling = [...counts.values()].some((each) => each.calls);
  document.body.classList.toggle("calling", calling);
  const total = [...counts.values()].reduce((sum, each) => sum + (each.calls || 1), 0);
  document.title = `${total ? `(${total}) ` : ""}${(state.guild ?? state.application).name}`;
  emit("UNREAD");
}
