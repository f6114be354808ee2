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
  zoom.addEventListener("click", () => {
    const large = dialog.classList.toggle("large");
    zoom.setAttribute("aria-label", large ? "Reduzir" : "Ampliar");
  });
  leave.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
