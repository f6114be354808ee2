/* A picture that goes with the next message: chosen, shown by its name, and taken off again. */

import { h, icon } from "./dom.js";

const LARGEST = 10 * 1024 * 1024;
const TOO_LARGE = "A imagem passa de 10 MB.";
const UNREACHABLE = "Sem conexão agora. Tente de novo em instantes.";

export class Attaching {
  constructor() {
    this.file = null;
    this.picker = h("input", { type: "file", accept: "image/*", hidden: true, tabindex: "-1" });
    this.button = h(
      "button",
      { type: "button", class: "plain", "aria-label": "Anexar imagem", title: "Anexar imagem" },
      icon("picture"),
    );
    this.name = h("span", { class: "attached-name" });
    const off = h(
      "button",
      { type: "button", class: "plain", "aria-label": "Tirar a imagem", onclick: () => this.takeOff() },
      icon("close"),
    );
    this.chip = h("div", { class: "attached", role: "status", hidden: true }, icon("picture"), this.name, off);
    this.button.addEventListener("click", () => this.picker.click());
    this.picker.addEventListener("change", () => this.put(this.picker.files[0]));
  }

  put(file) {
    if (!file) return;
    this.file = file;
    this.name.textContent = file.name;
    this.chip.hidden = false;
  }

  takeOff() {
    const had = this.chip.contains(document.activeElement);
    this.file = null;
    this.picker.value = "";
    this.chip.hidden = true;
    if (had) this.button.focus();
  }
}

/* Send a message with a file; the promise is kept with what was wrong, or with nothing. */
export async function sendFile(channelId, content, file) {
  if (file.size > LARGEST) return TOO_LARGE;
  const form = new FormData();
  form.append("channel_id", channelId);
  form.append("content", content);
  form.append("files[0]", file, file.name);
  try {
    const answer = await fetch(`${location.pathname}/files`, { method: "POST", body: form });
    return answer.ok ? null : (await answer.json()).message;
  } catch {
    return UNREACHABLE;
  }
}
