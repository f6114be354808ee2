/* The one connection: comes back by itself, and pairs what was asked with its answer. */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5000;
const REFUSALS = new Set(["FAILED", "REFUSED"]);

const page = Math.random().toString(36).slice(2);
const waiting = new Map();
let socket = null;
let pause = FIRST_PAUSE;
let timer = 0;
let counter = 0;
let handlers = null;

export function connect(onEvent, onOpen, onLost) {
  handlers = { onEvent, onOpen, onLost };
  open();
  addEventListener("online", retryNow);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) retryNow();
  });
}

function open() {
  timer = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}${location.pathname}/ws`);
  socket.addEventListener("message", receive);
  socket.addEventListener("close", lost);
}

function receive({ data }) {
  const event = JSON.parse(data);
  if (event.t === "READY") {
    pause = FIRST_PAUSE;
    handlers.onOpen();
  }
  const asked = waiting.get(event.d.nonce);
  if (asked && (event.t === asked.end || REFUSALS.has(event.t))) {
    waiting.delete(event.d.nonce);
    asked.resolve(event);
  } else {
    handlers.onEvent(event);
  }
}

function lost() {
  for (const asked of waiting.values()) asked.resolve(unreachable());
  waiting.clear();
  handlers.onLost();
  timer = setTimeout(open, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

function retryNow() {
  if (!timer) return;
  clearTimeout(timer);
  open();
}

/* Whether this page asked, and not another one with the same link. */
export function isOwn(nonce) {
  return nonce.startsWith(`${page}-`);
}

function unreachable() {
  return { t: "REFUSED", d: { message: "Sem conexão agora. Tente de novo em instantes." } };
}

/* Send a frame; the promise is kept with the event that ends it, or with the refusal. */
export function request(frame, end = "DONE") {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(unreachable());
  counter += 1;
  const nonce = `${page}-${counter}`;
  socket.send(JSON.stringify({ ...frame, nonce }));
  return new Promise((resolve) => waiting.set(nonce, { resolve, end }));
}
