/* A form that the bot opened: classic rows of text fields, or labels around fields and menus. */

import { explained, h } from "./dom.js";
import { userOptions } from "./people.js";
import { request } from "./socket.js";

const KIND = { ROW: 1, SELECT: 3, TEXT: 4, USERS: 5, LABEL: 18 };
const PARAGRAPH = 2;

export function openModal({ interaction_id, title, components }) {
  const fields = components.flatMap(fieldsOf);
  const problem = h("p", { class: "form-problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, "Enviar");
  const cancel = h("button", { type: "button", class: "button secondary" }, "Cancelar");
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, title),
    fields.map((field) => field.node),
    problem,
    h("div", { class: "form-end" }, cancel, submit),
  );
  const dialog = h("dialog", { class: "modal", "aria-label": title }, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map((field) => [field.id, field.value()]));
    submit.disabled = true;
    const answer = await request({ op: "modal", interaction_id, values });
    submit.disabled = false;
    if (answer.t === "FAILED") problem.textContent = "Algo deu errado. Tente de novo.";
    else if (answer.t === "REFUSED") problem.textContent = answer.d.message;
    else dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

function fieldsOf(component) {
  if (component.type === KIND.ROW) {
    return component.components.map((inner) => fieldOf(inner, inner.label));
  }
  if (component.type === KIND.LABEL) {
    return [fieldOf(component.component, component.label, component.description)];
  }
  return [];
}

function fieldOf(component, label, description) {
  const control = component.type === KIND.TEXT ? textField(component) : menuField(component);
  const id = `field-${component.custom_id}`;
  explained(control).id = id;
  const required = component.required ?? true;
  control.required = required;
  const node = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label, required && h("span", { class: "required" }, " *")),
    description && h("p", { class: "field-more", id: `${id}-more` }, description),
    control,
    component.type === KIND.TEXT && component.max_length && countOf(control, component.max_length),
  );
  if (description) control.setAttribute("aria-describedby", `${id}-more`);
  return {
    id: component.custom_id,
    node,
    value: () => valueOf(component, control),
    focus: () => control.focus(),
  };
}

function textField(component) {
  const shared = {
    placeholder: component.placeholder,
    minlength: component.min_length,
    maxlength: component.max_length,
  };
  const long = component.style === PARAGRAPH;
  const control = long ? h("textarea", { ...shared, rows: 4 }) : h("input", shared);
  control.value = component.value ?? "";
  return control;
}

/* How much of the room is taken; read aloud by the field's own limit alone. */
function countOf(control, most) {
  const node = h("p", { class: "field-count", "aria-hidden": "true" });
  const show = () => (node.textContent = `${control.value.length} de ${most}`);
  control.addEventListener("input", show);
  show();
  return node;
}

function menuField(component) {
  const options = component.type === KIND.USERS ? userOptions() : component.options;
  const several = (component.max_values ?? 1) > 1;
  const empty = h("option", { value: "" }, component.placeholder ?? "Faça uma seleção");
  return h(
    "select",
    { multiple: several },
    !several && empty,
    options.map((option) =>
      h("option", { value: option.value, selected: option.default }, option.label),
    ),
  );
}

function valueOf(component, control) {
  if (component.type === KIND.TEXT) return control.value;
  return [...control.selectedOptions].map((option) => option.value).filter(Boolean);
}
