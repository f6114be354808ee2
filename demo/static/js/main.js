/* Puts the page together. */

import { channelList } from "./channels.js";
import { showHint } from "./hint.js";
import { Places } from "./places.js";
import { connect } from "./socket.js";
import { apply } from "./store.js";
import { startCounting } from "./time.js";
import { watchUnread } from "./unread.js";

const WORDS =
  "Sem conexão com a demonstração. Tentando de novo… " +
  "Se ela foi reiniciada, abra o link novo que ela mostrou.";

const app = document.getElementById("app");
const banner = document.getElementById("banner");
const places = new Places(app, document.getElementById("panes"));

channelList(document.getElementById("sidebar"), places);
watchUnread(places);
showHint(document.getElementById("hint"));
startCounting();

document.getElementById("shade").addEventListener("click", () => places.drawer(false));
document.getElementById("skip").addEventListener("click", () => {
  places.panes[places.focus].scroller.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") places.drawer(false);
});

/* An on-screen keyboard may cover the page instead of shrinking it. */
visualViewport?.addEventListener("resize", () => {
  document.documentElement.style.setProperty("--height", `${visualViewport.height}px`);
});

connect(
  apply,
  () => {
    banner.hidden = true;
  },
  () => {
    banner.textContent = WORDS;
    banner.hidden = false;
  },
);
