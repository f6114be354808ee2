/* Short notices at the edge, and what a screen reader is told. */

import { h, icon } from "./dom.js";

const LIFE = 9000;

/* A notice with perhaps one thing to do; one of the same `key` takes the place of the older. */
export function toast({ text, label, action, error = false, key, lasting = false }) {
  const box = document.getElementById("toasts");
  if (key) dropToast(key);
  const remove = () => node.remove();
  const node = h(
    "div",
    { class: error ? "toast error" : "toast", role: error ? "alert" : "status", "data-key": key },
    h("span", { class: "toast-text" }, text),
    action &&
      h(
        "button",
        {
          type: "button",
          class: "button primary",
          onclick: () => {
            remove();
            action();
          },
        },
        label,
      ),
    h(
      "button",
      { type: "button", class: "plain", "aria-label": "Fechar o aviso", onclick: remove },
      icon("close"),
    ),
  );
  box.prepend(node);
  if (!lasting) setTimeout(remove, LIFE);
}

export function dropToast(key) {
  document.querySelector(`#toasts [data-key="${key}"]`)?.remove();
}

/* Whoever has gone somewhere needs no more invitations. */
export function dropInvitations() {
  for (const node of document.querySelectorAll("#toasts [data-key]")) node.remove();
}

export function announce(text) {
  const box = document.getElementById("announcer");
  box.append(h("p", {}, text));
  while (box.children.length > 3) box.firstChild.remove();
}
