/* A field whose choices the bot offers while one types. */

import { h } from "./dom.js";
import { request } from "./socket.js";

const PAUSE = 150;
let made = 0;

export function completingInput(ask, read) {
  made += 1;
  const listId = `choices-${made}`;
  const input = h("input", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": listId,
  });
  const list = h("ul", { id: listId, class: "choices", role: "listbox", hidden: true });
  const node = h("div", { class: "completing" }, input, list);
  let choices = [];
  let picked = null;
  let active = -1;
  let timer = 0;
  let asked = 0;

  function show(found) {
    choices = found;
    active = -1;
    list.replaceChildren(
      ...choices.map(({ name }, at) =>
        h("li", { role: "option", id: `${listId}-${at}`, onpointerdown: (event) => take(event, at) }, name),
      ),
    );
    list.hidden = choices.length === 0;
    input.setAttribute("aria-expanded", String(choices.length > 0));
    mark();
  }

  function mark() {
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === active)));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${listId}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function take(event, at) {
    event.preventDefault();
    picked = choices[at];
    input.value = picked.name;
    show([]);
  }

  async function complete() {
    asked += 1;
    const mine = asked;
    const answer = await request(ask(input.value), "CHOICES");
    const current = mine === asked && document.activeElement === input;
    if (current && answer.t === "CHOICES") show(answer.d.choices);
  }

  input.addEventListener("focus", complete);
  input.addEventListener("input", () => {
    picked = null;
    clearTimeout(timer);
    timer = setTimeout(complete, PAUSE);
  });
  input.addEventListener("blur", () => {
    asked += 1;
    show([]);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") active = Math.min(choices.length - 1, active + 1);
    else if (event.key === "ArrowUp") active = Math.max(0, active - 1);
    else if (event.key === "Escape") show([]);
    else if (event.key === "Enter" && active >= 0) return take(event, active);
    else return;
    event.preventDefault();
    mark();
  });

  function value() {
    if (picked) return picked.value;
    return input.value === "" ? undefined : read(input.value);
  }
  return { input, node, value };
}
