/* The options of one slash command as fields, above where one writes. */

import { OPTION } from "./commands.js";
import { completingInput } from "./completing.js";
import { explained, h, icon } from "./dom.js";
import { userOptions } from "./people.js";
import { TYPE, channelName, channelsSorted } from "./store.js";

/* `onRun(options)` and `onLeave()`; `rest` is text for the first option that takes words. */
export function commandForm({ command, channelId, rest, onRun, onLeave }) {
  const usable = command.options.filter((option) => option.type !== OPTION.ROLE || option.required);
  const fields = usable.map((option) => fieldOf(option, ask));
  const run = h("button", { type: "submit", class: "button primary" }, "Enviar comando");
  const leave = h(
    "button",
    { type: "button", class: "plain", "aria-label": "Desistir do comando", onclick: onLeave },
    icon("close"),
  );
  const form = h(
    "form",
    { class: "command-form", "aria-label": `Comando ${command.label}` },
    h(
      "div",
      { class: "command-head" },
      h("div", {}, h("strong", {}, command.label), h("span", {}, command.description)),
      leave,
    ),
    fields.length > 0 && h("div", { class: "command-fields" }, fields.map((field) => field.node)),
    h("div", { class: "form-end" }, run),
  );

  function ask(focused, typed) {
    const frame = { channel_id: channelId, command_id: command.id, path: command.path };
    return { op: "complete", ...frame, options: { ...values(), [focused]: typed }, focused };
  }

  function values() {
    const given = fields.map((field) => [field.name, field.value()]);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onRun(values());
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) onLeave();
  });
  if (rest) fields.find((field) => field.takesText)?.fill(rest);
  const first = usable.findIndex((option) => option.required);
  const start = () => (first >= 0 ? fields[first].focus() : run.focus());
  return { node: form, start };
}

function fieldOf(option, ask) {
  const id = `option-${option.name}`;
  const control = controlOf(option, (typed) => ask(option.name, typed));
  explained(control.input).id = id;
  control.input.required = Boolean(option.required);
  control.input.setAttribute("aria-describedby", `${id}-more`);
  const required = option.required && h("span", { class: "required" }, " *");
  const node = h(
    "div",
    { class: "field" },
    h("label", { for: id }, option.name, required),
    control.node ?? control.input,
    h("p", { class: "field-more", id: `${id}-more` }, option.description),
  );
  return {
    node,
    name: option.name,
    takesText: !option.choices?.length && option.type === OPTION.STRING,
    value: control.value,
    fill: (text) => (control.input.value = text),
    focus: () => control.input.focus(),
  };
}

function controlOf(option, ask) {
  if (option.choices?.length) return menu(option.choices);
  if (option.type === OPTION.BOOLEAN) return menu([{ name: "Sim", value: true }, { name: "Não", value: false }]);
  if (option.type === OPTION.USER) {
    return menu(userOptions().map(({ label, value }) => ({ name: label, value })));
  }
  if (option.type === OPTION.CHANNEL) {
    const texts = channelsSorted().filter(({ type }) => type === TYPE.TEXT);
    return menu(texts.map((each) => ({ name: `#${channelName(each)}`, value: each.id })));
  }
  const read = option.type === OPTION.STRING ? (text) => text : Number;
  if (option.autocomplete) return completingInput(ask, read);
  const numeric = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER;
  const input = h("input", {
    type: numeric ? "number" : "text",
    step: option.type === OPTION.NUMBER ? "any" : undefined,
    min: option.min_value,
    max: option.max_value,
    minlength: option.min_length,
    maxlength: option.max_length,
    autocomplete: "off",
  });
  return { input, value: () => (input.value === "" ? undefined : read(input.value)) };
}

function menu(choices) {
  const input = h(
    "select",
    {},
    h("option", { value: "" }, "—"),
    choices.map(({ name }, at) => h("option", { value: at }, name)),
  );
  return { input, value: () => (input.value === "" ? undefined : choices[input.value].value) };
}
