/* Where one writes: a message, or a slash command with its list and its form. */

import { Attaching, sendFile } from "./attaching.js";
import { commandForm } from "./commandform.js";
import { commandsFor, matching, namedIn } from "./commands.js";
import { h, icon } from "./dom.js";
import { runCommand } from "./interactions.js";
import { toast } from "./notices.js";
import { request } from "./socket.js";
import { TYPE, channelName, isThread } from "./store.js";
import { untilWhen } from "./time.js";

const TALLEST = 160;
const LONGEST_WAIT = 24 * 3600 * 1000;
let made = 0;

export class Composer {
  constructor() {
    made += 1;
    this.listId = `commands-${made}`;
    this.channel = null;
    this.closed = false;
    this.waiting = 0;
    this.draft = "";
    this.found = [];
    this.active = 0;
    this.input = h("textarea", {
      rows: 1,
      maxlength: 2000,
      enterkeyhint: "send",
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": this.listId,
    });
    this.slash = h(
      "button",
      { type: "button", class: "plain", "aria-label": "Comandos", title: "Comandos" },
      icon("slash"),
    );
    this.submit = h("button", { type: "submit", class: "plain send", "aria-label": "Enviar" }, icon("send"));
    this.picker = h("ul", { id: this.listId, class: "picker", role: "listbox", "aria-label": "Comandos", hidden: true });
    this.extra = h("div", { class: "composer-extra" });
    this.attaching = new Attaching();
    const { button, picker, chip } = this.attaching;
    this.form = h("form", { class: "composer" }, this.slash, button, picker, this.input, this.submit);
    this.node = h("footer", { class: "writing" }, this.picker, this.extra, chip, this.form);
    this.form.addEventListener("submit", (event) => this.onSubmit(event));
    this.input.addEventListener("input", () => this.onInput());
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("blur", () => this.showPicker([]));
    this.slash.addEventListener("click", () => this.begin("/"));
  }

  show(channel) {
    const another = this.channel?.id !== channel.id;
    this.channel = channel;
    const sign = channel.type === TYPE.TEXT || isThread(channel) ? "#" : "@";
    clearTimeout(this.waiting);
    const silence = new Date(channel.silenced_until ?? 0) - Date.now();
    const closed = silence > 0 || !channel.can_send;
    if (silence > 0) this.waiting = setTimeout(() => this.show(channel), Math.min(silence, LONGEST_WAIT));
    let words = `Conversar em ${sign}${channelName(channel)}`;
    if (silence > 0) words = `Você está de castigo até ${untilWhen(channel.silenced_until)}.`;
    else if (closed) words = "Você não tem permissão para escrever aqui.";
    this.input.placeholder = words;
    this.input.setAttribute("aria-label", words);
    for (const control of [this.input, this.slash, this.submit]) control.disabled = closed;
    this.attaching.button.disabled = closed || !channel.can_attach;
    if (another || this.attaching.button.disabled) this.attaching.takeOff();
    if (another || closed) this.leaveCommand();
    if (!another && closed === this.closed) return;
    if (another) this.draft = "";
    else if (closed) this.draft = this.input.value;
    this.closed = closed;
    this.setText(closed ? "" : this.draft);
  }

  begin(text) {
    this.leaveCommand();
    this.setText(text);
    this.input.focus();
    this.onInput();
  }

  setText(text) {
    this.input.value = text;
    this.fit();
  }

  fit() {
    this.input.style.height = "";
    if (!this.input.value) return;
    this.input.style.height = `${Math.min(TALLEST, this.input.scrollHeight)}px`;
  }

  onInput() {
    this.fit();
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.showPicker([]);
    const commands = commandsFor(this.channel);
    const named = namedIn(commands, text);
    this.showPicker(named?.rest ? [named.command] : matching(commands, text));
  }

  showPicker(found) {
    this.found = found;
    this.active = 0;
    this.picker.replaceChildren(...found.map((command, at) => this.pickerItem(command, at)));
    this.picker.hidden = found.length === 0;
    this.mark();
  }

  pickerItem(command, at) {
    const wanted = command.options.filter((option) => option.required);
    const choose = (event) => {
      event.preventDefault();
      this.openCommand(this.found[at]);
    };
    return h(
      "li",
      { role: "option", id: `${this.listId}-${at}`, class: "command", onclick: choose, onpointerdown: keepFocus },
      h(
        "span",
        { class: "command-name" },
        command.label,
        wanted.map((option) => h("span", { class: "wanted" }, option.name)),
      ),
      h("span", { class: "command-more" }, command.description),
    );
  }

  mark() {
    [...this.picker.children].forEach((item, at) => {
      item.setAttribute("aria-selected", String(at === this.active));
      if (at === this.active) item.scrollIntoView({ block: "nearest" });
    });
    const shown = this.found.length > 0;
    if (shown) this.input.setAttribute("aria-activedescendant", `${this.listId}-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  onKey(event) {
    const many = this.found.length;
    if (many && event.key === "ArrowDown") this.active = (this.active + 1) % many;
    else if (many && event.key === "ArrowUp") this.active = (this.active + many - 1) % many;
    else if (many && event.key === "Escape") return this.showPicker([]);
    else if (many && event.key === "Tab") this.openCommand(this.found[this.active]);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.form.requestSubmit();
    else return;
    event.preventDefault();
    if (event.key.startsWith("Arrow")) this.mark();
  }

  onSubmit(event) {
    event.preventDefault();
    if (this.found.length) this.openCommand(this.found[this.active]);
    else this.sendText();
  }

  async sendText() {
    const content = this.input.value.trim();
    const { file } = this.attaching;
    if (!content && !file) return;
    const channel = this.channel;
    this.setText("");
    this.attaching.takeOff();
    const problem = await (file ? sendFile(channel.id, content, file) : sendWords(channel.id, content));
    if (problem === null) return;
    toast({ text: problem ?? "A mensagem não foi enviada.", error: true });
    if (this.channel.id !== channel.id) return;
    if (!this.input.value) this.setText(content);
    if (!this.attaching.file) this.attaching.put(file);
  }

  openCommand(command) {
    const rest = namedIn([command], this.input.value)?.rest ?? "";
    const channelId = this.channel.id;
    this.showPicker([]);
    const form = commandForm({
      command,
      channelId,
      rest,
      onRun: (options) => {
        this.leaveCommand();
        const { id, path } = command;
        runCommand({ channel_id: channelId, command_id: id, path, options });
      },
      onLeave: () => this.leaveCommand(),
    });
    this.setText("");
    this.form.hidden = true;
    this.extra.replaceChildren(form.node);
    form.start();
  }

  leaveCommand() {
    const had = this.extra.contains(document.activeElement);
    this.extra.replaceChildren();
    this.form.hidden = false;
    if (had) this.input.focus();
  }
}

/* What was wrong, or nothing. */
async function sendWords(channelId, content) {
  const answer = await request({ op: "send", channel_id: channelId, content });
  return answer.t === "DONE" ? null : answer.d.message;
}

function keepFocus(event) {
  event.preventDefault();
}
