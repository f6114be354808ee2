/* How people look: their name, their drawn initials, and all of them as options of a menu. */

import { h } from "./dom.js";
import { state } from "./store.js";

const HUES = 12n;

export function displayName(user) {
  return user.global_name ?? user.username;
}

export function avatar(user, extra = "") {
  const words = displayName(user).split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const initials = words.slice(0, 2).map((word) => [...word][0]).join("").toUpperCase();
  const look = user.id === state.application.id ? "bot" : `hue-${BigInt(alike(user).id) % HUES}`;
  return h("span", { class: `avatar ${look} ${extra}`, "aria-hidden": "true" }, initials || "?");
}

/* Who speaks through a webhook has the colour of the person of that name. */
function alike(user) {
  const name = displayName(user);
  return (user.bot && [...state.members.values()].find((each) => displayName(each) === name)) || user;
}

export function userOptions() {
  return [...state.members.values()].map((user) => ({
    label: displayName(user),
    value: user.id,
    description: user.bot ? "aplicativo" : undefined,
  }));
}
