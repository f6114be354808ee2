/* Building nodes: text always becomes a text node, never markup. */

export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}

const SHAPES = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.500h17M3 15.500h17",
  thread: "M8 3 7 10M14 3l-1 7M4 6h14M10 14h11M10 18h8",
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "M5 5l14 14M19 5 5 19",
  down: "M6 9l6 6 6-6",
  send: "M4 12 3 4l18 8-18 8 1-8h8",
  check: "M5 12.500l4.5 4.500L19 7.5",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  voice: "M4 9v6h4l6 5V4L8 9zM17 9a4.500 4.500 0 0 1 0 6",
  picture: "M3 4h18v16H3zM3 17l6-6 5 5 3-3 4 4M15.500 8.500h.01",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  more: "M4 12h2M11 12h2M18 12h2",
  slash: "M16 3 8 21",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/* A picture's address on this machine, whichever of its names the bot was given. */
export function localUrl(url) {
  const parsed = new URL(url, location.origin);
  return parsed.pathname + parsed.search;
}

export function emojiNode(emoji) {
  if (emoji.id) return h("img", { class: "emoji", src: `/emojis/${emoji.id}.png`, alt: "" });
  return h("span", { class: "emoji", "aria-hidden": "true" }, emoji.name);
}

/* Have a field say in Portuguese what is wrong with it, whatever language the browser speaks. */
export function explained(control) {
  control.addEventListener("invalid", () => {
    const missing = control.validity.valueMissing;
    control.setCustomValidity(missing ? "Preencha este campo." : "Este valor não serve aqui.");
  });
  for (const type of ["input", "change"]) {
    control.addEventListener(type, () => control.setCustomValidity(""));
  }
  return control;
}
