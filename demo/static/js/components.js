/* The buttons and menus under a message. */

import { emojiNode, h, icon } from "./dom.js";
import { isBusy, useComponent } from "./interactions.js";
import { link } from "./markdown.js";
import { openMenu } from "./menu.js";
import { userOptions } from "./people.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const KIND = { ROW: 1, BUTTON: 2, SELECT: 3, USERS: 5 };
const LINK = 5;

export function componentRows(message) {
  const rows = (message.components ?? []).filter((row) => row.type === KIND.ROW);
  if (!rows.length) return null;
  return h(
    "div",
    { class: "components" },
    rows.map((row) =>
      h("div", { class: "row" }, row.components.map((each) => componentNode(message, each))),
    ),
  );
}

function componentNode(message, component) {
  if (component.type === KIND.BUTTON) return buttonNode(message, component);
  if (component.type === KIND.SELECT || component.type === KIND.USERS) {
    return selectNode(message, component);
  }
  return null;
}

function buttonNode(message, component) {
  const inner = [
    component.emoji && emojiNode(component.emoji),
    component.label && h("span", {}, component.label),
  ];
  if (component.style === LINK) return link(component.url, inner, "button secondary");
  const waits = isBusy(message.id, component.custom_id);
  const click = () => useComponent(message, { op: "click", custom_id: component.custom_id });
  return h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style] ?? "secondary"}`,
      disabled: component.disabled,
      "aria-busy": waits ? "true" : undefined,
      "aria-label": component.label ? undefined : component.emoji?.name,
      "data-custom-id": component.custom_id,
      onclick: click,
    },
    h("span", { class: "button-face" }, inner),
    waits && dots(),
  );
}

function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

function selectNode(message, component) {
  const options = component.type === KIND.USERS ? userOptions() : component.options;
  const chosen = options.filter((option) => option.default);
  const title = component.placeholder ?? "Faça uma seleção";
  const waits = isBusy(message.id, component.custom_id);
  const node = h(
    "button",
    {
      type: "button",
      class: "select",
      disabled: component.disabled,
      "aria-haspopup": "listbox",
      "aria-busy": waits ? "true" : undefined,
      "data-custom-id": component.custom_id,
    },
    chosen.length
      ? h("span", { class: "select-chosen" }, chosen.map(chosenNode))
      : h("span", { class: "select-empty" }, title),
    waits ? dots() : icon("down"),
  );
  node.addEventListener("click", () => {
    if (waits) return;
    openMenu({
      anchor: node,
      owner: { messageId: message.id, customId: component.custom_id },
      title,
      options,
      least: component.min_values ?? 1,
      most: component.max_values ?? 1,
      onDone: (values) =>
        useComponent(message, { op: "select", custom_id: component.custom_id, values }),
    });
  });
  return node;
}

function chosenNode(option) {
  const face = option.emoji && emojiNode(option.emoji);
  return h("span", { class: "chosen" }, face, option.label);
}

/* Whether the message still has this control, and it may be used. */
export function hasComponent(message, customId) {
  return (message?.components ?? []).some((row) =>
    row.components?.some((each) => each.custom_id === customId && !each.disabled),
  );
}

/* Where the focus stood among the controls of a message, to put it there again. */
export function focusedControl(node) {
  const at = controls(node).indexOf(document.activeElement);
  return at < 0 ? null : { at, customId: document.activeElement.dataset.customId };
}

export function focusControl(node, was) {
  const all = controls(node);
  const same = all.find((each) => each.dataset.customId === was.customId && !each.disabled);
  const target = same ?? all.slice(was.at).find((each) => !each.disabled) ?? node;
  target.focus({ preventScroll: true });
}

function controls(node) {
  return [...node.querySelectorAll("[data-custom-id]")];
}
