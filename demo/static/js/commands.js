/* The bot's slash commands as a flat list: `/mesa criar`, with what each may be told. */

import { TYPE, state } from "./store.js";

export const OPTION = {
  SUBCOMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  NUMBER: 10,
};
const CHAT = 1;
export const ON = { USER: 2, MESSAGE: 3 };
const CONTEXT = { GUILD: 0, PRIVATE: 1 };

/* Every command that may be used in this channel, by its full name. */
export function commandsFor(channel) {
  const place = channel.type === TYPE.PRIVATE ? CONTEXT.PRIVATE : CONTEXT.GUILD;
  return state.commands
    .filter((command) => (command.type ?? CHAT) === CHAT && isOffered(command, place))
    .flatMap((command) => leaves(command, command.id, [command.name]))
    .sort((a, b) => a.label.localeCompare(b.label, "pt-BR"));
}

/* The commands of a person's or a message's menu that may be used in this channel. */
export function menuCommands(kind, channel) {
  const place = channel.type === TYPE.PRIVATE ? CONTEXT.PRIVATE : CONTEXT.GUILD;
  return state.commands.filter((command) => command.type === kind && isOffered(command, place));
}

function isOffered(command, place) {
  if (command.contexts) return command.contexts.includes(place);
  return place === CONTEXT.GUILD || command.dm_permission !== false;
}

function leaves(node, id, names) {
  const options = node.options ?? [];
  const inner = options.filter(({ type }) => type === OPTION.SUBCOMMAND || type === OPTION.GROUP);
  if (inner.length) return inner.flatMap((each) => leaves(each, id, [...names, each.name]));
  return [
    {
      id,
      path: names.slice(1),
      label: `/${names.join(" ")}`,
      description: node.description,
      options,
    },
  ];
}

/* Those that answer to what was typed: a beginning first, then any part of the name or its words. */
export function matching(commands, typed) {
  const wanted = plain(typed);
  const starts = commands.filter((command) => plain(command.label).startsWith(wanted));
  const words = wanted.slice(1);
  const holds = commands.filter(
    (command) =>
      !starts.includes(command) &&
      (plain(command.label).includes(words) || plain(command.description).includes(words)),
  );
  return [...starts, ...holds];
}

/* The command that the text names in full, and what was written behind it. */
export function namedIn(commands, text) {
  const found = commands
    .filter(({ label }) => text === label || text.startsWith(`${label} `))
    .sort((a, b) => b.label.length - a.label.length)[0];
  return found && { command: found, rest: text.slice(found.label.length).trim() };
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
