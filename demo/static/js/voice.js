/* The voice channels: who is in them, and a button to go in or out. Nobody is heard. */

import { h, icon } from "./dom.js";
import { toast } from "./notices.js";
import { avatar, displayName } from "./people.js";
import { request } from "./socket.js";
import { TYPE, channelName, channelsSorted, state } from "./store.js";

/* The part of the list of channels; nothing where there are no such channels. */
export function voiceList() {
  const found = channelsSorted().filter(({ type }) => type === TYPE.VOICE);
  if (!found.length) return [];
  return [h("h3", {}, "Canais de voz"), h("ul", {}, found.map(voiceItem))];
}

function voiceItem(channel) {
  const inside = state.voice[channel.id] ?? [];
  const here = inside.includes(state.me.id);
  const name = channelName(channel);
  const button = h(
    "button",
    {
      type: "button",
      class: `button ${here ? "danger" : "secondary"}`,
      "aria-label": `${here ? "Sair de" : "Entrar em"} ${name}`,
      "data-voice": channel.id,
      onclick: () => move(here ? { op: "leave_voice" } : { op: "join_voice", channel_id: channel.id }),
    },
    here ? "Sair" : "Entrar",
  );
  const people = inside.map((id) => state.members.get(id)).filter(Boolean);
  return h(
    "li",
    {},
    h("div", { class: "entry voice" }, icon("voice"), h("span", { class: "entry-name" }, name), button),
    people.length > 0 &&
      h("ul", { class: "inside", "aria-label": `Em ${name}` }, people.map(personItem)),
  );
}

function personItem(user) {
  return h("li", {}, avatar(user, "tiny"), displayName(user));
}

async function move(frame) {
  const answer = await request(frame);
  if (answer.t === "REFUSED") toast({ text: answer.d.message, error: true });
}
