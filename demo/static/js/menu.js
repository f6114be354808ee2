/* A list to choose from, above the page: beside its control, or from below on a phone. */

import { emojiNode, h, icon } from "./dom.js";

const GAP = 6;
const MARGIN = 8;
const SHORTEST = 220;
const LEAST_WIDTH = 300;
const SHEET = matchMedia("(max-width: 767px)");

let current = null;

/* Close the open list if it belongs to a control that `isGone`. */
export function closeMenuIf(isGone) {
  if (current && isGone(current.owner)) current.dialog.close();
}

/* `onDone(values)` is called with what was chosen; not at all if the list was left. */
export function openMenu({ anchor, owner, title, options, least, most, onDone }) {
  const several = most > 1 || least === 0;
  const initial = options.filter((option) => option.default).map((option) => option.value);
  const chosen = new Set(initial);
  const items = options.map((option) => optionNode(option, several));
  const count = h("span", { class: "menu-count", "aria-live": "polite" });
  const done = h("button", { type: "button", class: "button primary menu-done" }, "Pronto");
  const list = h(
    "ul",
    { class: "menu-list", role: "listbox", "aria-label": title, "aria-multiselectable": several },
    items,
  );
  const dialog = h(
    "dialog",
    { class: "menu", "aria-label": title },
    h("div", { class: "menu-head" }, h("strong", {}, title), several && count, closeButton()),
    list,
    several && h("div", { class: "menu-foot" }, done),
  );

  function closeButton() {
    const leave = () => dialog.close();
    return h(
      "button",
      { type: "button", class: "plain menu-close", "aria-label": "Fechar sem escolher", onclick: leave },
      icon("close"),
    );
  }

  function show() {
    items.forEach((item, at) => {
      const selected = chosen.has(options[at].value);
      item.setAttribute("aria-selected", String(selected));
      item.classList.toggle("off", several && !selected && chosen.size >= most);
    });
    count.textContent = `${chosen.size} de ${most}`;
    done.disabled = chosen.size < least;
  }

  function finish() {
    const values = options.map((option) => option.value).filter((value) => chosen.has(value));
    const same = values.length === initial.length && values.every((value) => initial.includes(value));
    dialog.close();
    if (!(several && same)) onDone(values);
  }

  function pick(at) {
    const { value } = options[at];
    if (!several) {
      chosen.clear();
      chosen.add(value);
      finish();
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    show();
  }

  function moveTo(at) {
    const item = items[Math.max(0, Math.min(items.length - 1, at))];
    item?.focus();
    item?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event) {
    const at = items.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key in steps) moveTo(steps[event.key]);
    else if (at >= 0 && event.key === " ") pick(at);
    else if (at >= 0 && event.key === "Enter") several ? done.click() : pick(at);
    else if (at >= 0 && event.key.length === 1) moveTo(startingWith(event.key, at));
    else return;
    event.preventDefault();
  }

  function startingWith(letter, from) {
    const order = [...options.keys()].map((at) => (from + 1 + at) % options.length);
    const found = order.find((at) => options[at].label.toLowerCase().startsWith(letter.toLowerCase()));
    return found ?? from;
  }

  items.forEach((item, at) => item.addEventListener("click", () => pick(at)));
  done.addEventListener("click", finish);
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    if (several && chosen.size >= least) finish();
    else dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    current = null;
    if (anchor.isConnected) anchor.focus();
  });

  document.body.append(dialog);
  show();
  dialog.showModal();
  if (!SHEET.matches) place(dialog, list, anchor);
  current = { dialog, owner };
  moveTo(Math.max(0, options.findIndex((option) => chosen.has(option.value))));
}

function optionNode(option, several) {
  return h(
    "li",
    { class: "option", role: "option", tabindex: "-1" },
    option.emoji && emojiNode(option.emoji),
    h(
      "span",
      { class: "option-words" },
      h("span", { class: "option-label" }, option.label),
      option.description && h("span", { class: "option-more" }, option.description),
    ),
    h("span", { class: several ? "box" : "dot" }, icon("check")),
  );
}

function place(dialog, list, anchor) {
  const near = anchor.getBoundingClientRect();
  const width = Math.min(Math.max(near.width, LEAST_WIDTH), innerWidth - 2 * MARGIN);
  const below = innerHeight - near.bottom - GAP - MARGIN;
  const above = near.top - GAP - MARGIN;
  const down = below >= Math.min(SHORTEST, dialog.offsetHeight) || below >= above;
  const rest = dialog.offsetHeight - list.offsetHeight;
  dialog.style.width = `${width}px`;
  dialog.style.left = `${Math.min(near.left, innerWidth - width - MARGIN)}px`;
  list.style.maxHeight = `${Math.max(SHORTEST / 2, (down ? below : above) - rest)}px`;
  if (down) dialog.style.top = `${near.bottom + GAP}px`;
  else dialog.style.bottom = `${innerHeight - near.top + GAP}px`;
}
