/* Clicks, choices and commands on their way: who waits, what failed, which form opens. */

import { openModal } from "./modal.js";
import { toast } from "./notices.js";
import { isOwn, request } from "./socket.js";
import { emit, on } from "./store.js";

const FAILURE = "Esta interação falhou";

const busy = new Map();
const failures = new Map();

export function isBusy(messageId, customId) {
  return busy.get(messageId)?.has(customId) ?? false;
}

export function failureOf(messageId) {
  return failures.get(messageId);
}

/* Use a component of a message; it shows that it waits until the answer is there. */
export async function useComponent(message, frame) {
  const { id, channel_id } = message;
  if (isBusy(id, frame.custom_id)) return;
  failures.delete(id);
  busy.set(id, (busy.get(id) ?? new Set()).add(frame.custom_id));
  emit("COMPONENTS", message);
  emit("USED", message);
  const answer = await request({ ...frame, channel_id, message_id: id });
  busy.get(id)?.delete(frame.custom_id);
  if (answer.t === "FAILED") failures.set(id, FAILURE);
  if (answer.t === "REFUSED") failures.set(id, answer.d.message);
  emit("COMPONENTS", message);
}

/* Run a command, one that was typed as a rule, and tell what went wrong. */
export async function runCommand(frame) {
  const answer = await request({ op: "command", ...frame });
  if (answer.t === "FAILED") toast({ text: "O aplicativo não respondeu", error: true });
  if (answer.t === "REFUSED") toast({ text: answer.d.message, error: true });
}

on("MODAL", (modal) => isOwn(modal.nonce) && openModal(modal));
on("READY", () => {
  busy.clear();
  failures.clear();
});
on("MESSAGE_DELETE", ({ id }) => {
  busy.delete(id);
  failures.delete(id);
});
