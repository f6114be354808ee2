/* The strip that tells a first visitor how to begin, until he sits at a table. */

import { commandsFor } from "./commands.js";
import { h, icon } from "./dom.js";
import { runCommand } from "./interactions.js";
import { TYPE, channelsSorted, on, privateChannel } from "./store.js";

const KEPT = "hint-dismissed";
const TRAIN = "/treinar";

export function showHint(node) {
  on("READY", () => {
    if (node.childElementCount || privateChannel() || sessionStorage.getItem(KEPT)) return;
    node.replaceChildren(...content(node));
    node.hidden = false;
  });
  on("CHANNEL_CREATE", ({ type }) => type === TYPE.PRIVATE && dismiss(node));
}

function content(node) {
  const start = h("button", { type: "button", class: "button success" }, "Jogar já");
  start.addEventListener("click", () => train(start, node));
  const leave = () => dismiss(node);
  return [
    h(
      "p",
      {},
      "Digite ",
      h("code", {}, TRAIN),
      " para jogar já com três robôs, ou ",
      h("code", {}, "/mesa criar"),
      " para abrir uma mesa.",
    ),
    start,
    h(
      "button",
      { type: "button", class: "plain", "aria-label": "Fechar a dica", onclick: leave },
      icon("close"),
    ),
  ];
}

async function train(button, node) {
  const channel = channelsSorted().find(({ type }) => type === TYPE.TEXT);
  const command = channel && commandsFor(channel).find(({ label }) => label === TRAIN);
  if (!command) return;
  button.setAttribute("aria-busy", "true");
  const { id, path } = command;
  await runCommand({ channel_id: channel.id, command_id: id, path, options: {} });
  button.removeAttribute("aria-busy");
}

function dismiss(node) {
  sessionStorage.setItem(KEPT, "yes");
  const had = node.contains(document.activeElement);
  node.hidden = true;
  if (had) document.querySelector(".pane.public .scroller").focus();
}
