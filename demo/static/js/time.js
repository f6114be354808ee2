/* Discord's timestamps, those that count among them, and the time of a message. */

import { h } from "./dom.js";

const LANGUAGE = "pt-BR";
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE);
const UNITS = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86400, 30],
  ["month", 2592000, 12],
  ["year", 31536000, Infinity],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function relative(unix, now = Date.now() / 1000) {
  const seconds = Math.round(unix - now);
  const size = Math.abs(seconds);
  const [unit, length] = UNITS.find(([, each, many]) => size < each * many);
  const count = Math.round(size / length);
  return RELATIVE.format(seconds < 0 ? -count : count, unit);
}

export function written(unix, style = "f") {
  if (style === "R") return relative(unix);
  return new Intl.DateTimeFormat(LANGUAGE, STYLES[style] ?? STYLES.f).format(unix * 1000);
}

export function timestamp(unix, style) {
  return h(
    "time",
    {
      class: "stamp",
      datetime: new Date(unix * 1000).toISOString(),
      title: written(unix, "F"),
      "data-unix": style === "R" ? unix : undefined,
    },
    written(unix, style),
  );
}

export function clock(isoText) {
  const moment = new Date(isoText);
  const today = moment.toDateString() === new Date().toDateString();
  const unix = moment.getTime() / 1000;
  return h(
    "time",
    { class: "clock", datetime: isoText, title: written(unix, "F") },
    today ? written(unix, "t") : `${written(unix, "d")} ${written(unix, "t")}`,
  );
}

/* The hour, with the day where that is not today. */
export function untilWhen(isoText) {
  const moment = new Date(isoText);
  const hour = new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit" }).format(moment);
  if (moment.toDateString() === new Date().toDateString()) return hour;
  return `${new Intl.DateTimeFormat(LANGUAGE, { day: "2-digit", month: "2-digit" }).format(moment)} às ${hour}`;
}

export function startCounting() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-unix]")) {
      const text = relative(Number(node.dataset.unix));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
