/* A picture alone on the screen: whole first, at its full size with another tap. */

import { h, icon } from "./dom.js";

export function openPicture(url, alt) {
  const picture = h("img", { src: url, alt });
  const zoom = h("button", { type: "button", class: "lightbox-zoom", "aria-label": "Ampliar" }, picture);
  const leave = h(
    "button",
    { type: "button", class: "lightbox-close", "aria-label": "Fechar a imagem" },
    icon("close"),
  );
  const dialog = h("dialog", { class: "lightbox", "aria-label": "Imagem ampliada" }, leave, zoom);
  zoom.addEventListener("click", ({ clientX, clientY, detail }) => {
    const before = picture.getBoundingClientRect();
    const large = dialog.classList.toggle("large");
    zoom.setAttribute("aria-label", large ? "Reduzir" : "Ampliar");
    if (large && detail) center(dialog, picture, before, clientX, clientY);
  });
  leave.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/* What was tapped comes to the middle: the reader wanted that part, not the corner. */
function center(dialog, picture, before, x, y) {
  const now = picture.getBoundingClientRect();
  const across = (x - before.left) / before.width;
  const down = (y - before.top) / before.height;
  dialog.scrollLeft += now.left + across * now.width - dialog.clientWidth / 2;
  dialog.scrollTop += now.top + down * now.height - dialog.clientHeight / 2;
}
