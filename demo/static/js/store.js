/* What the server has told: one state, changed by its events alone. */

export const FLAG = { EPHEMERAL: 64, LOADING: 128, SILENT: 4096 };
export const TYPE = { TEXT: 0, PRIVATE: 1, VOICE: 2, THREAD: 11, PRIVATE_THREAD: 12 };

export const state = {
  me: null,
  application: null,
  guild: null,
  members: new Map(),
  channels: new Map(),
  commands: [],
  messages: new Map(),
  voice: {},
};

const listeners = new Map();

export function on(type, listener) {
  listeners.set(type, [...(listeners.get(type) ?? []), listener]);
}

export function emit(type, detail) {
  for (const listener of listeners.get(type) ?? []) listener(detail);
}

const changes = {
  READY(ready) {
    state.me = ready.me;
    state.application = ready.application;
    state.guild = ready.guild;
    state.members = byId([ready.me, ready.application.user, ...ready.members]);
    state.channels = byId(ready.channels);
    state.commands = ready.commands;
    state.voice = ready.voice;
    state.messages = new Map(Object.entries(ready.messages));
  },
  VOICE({ voice }) {
    state.voice = voice;
  },
  MESSAGE_CREATE(message) {
    const list = messagesOf(message.channel_id);
    if (list.some((each) => each.id === message.id)) return;
    list.push(message);
    state.messages.set(message.channel_id, list);
  },
  MESSAGE_UPDATE(message) {
    const list = messagesOf(message.channel_id);
    const at = list.findIndex((each) => each.id === message.id);
    if (at >= 0) list[at] = message;
  },
  MESSAGE_DELETE({ id, channel_id }) {
    const left = messagesOf(channel_id).filter((each) => each.id !== id);
    state.messages.set(channel_id, left);
  },
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE({ id }) {
    state.channels.delete(id);
    state.messages.delete(id);
  },
};

export function apply({ t, d }) {
  changes[t]?.(d);
  emit(t, d);
}

function putChannel(channel) {
  state.channels.set(channel.id, { ...state.channels.get(channel.id), ...channel });
}

function byId(list) {
  return new Map(list.map((each) => [each.id, each]));
}

export function messagesOf(channelId) {
  return state.messages.get(channelId) ?? [];
}

export function findMessage(channelId, id) {
  return messagesOf(channelId).find((each) => each.id === id);
}

export function isThread(channel) {
  return channel.type === TYPE.THREAD || channel.type === TYPE.PRIVATE_THREAD;
}

export function isOpenThread(channel) {
  return isThread(channel) && !channel.thread_metadata?.archived;
}

export function channelName(channel) {
  if (channel.type === TYPE.PRIVATE) return state.application.name;
  return channel.name ?? "canal";
}

export function channelsSorted() {
  return [...state.channels.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

export function privateChannel() {
  return channelsSorted().find((channel) => channel.type === TYPE.PRIVATE);
}

export function mentionsMe(message) {
  const named = (message.mentions ?? []).some((user) => user.id === state.me.id);
  return named || message.content.includes(`<@${state.me.id}>`);
}
