/* What the application offers on a message and on who wrote it, behind one small button. */

import { ON, menuCommands } from "./commands.js";
import { h, icon } from "./dom.js";
import { runCommand } from "./interactions.js";
import { openMenu } from "./menu.js";
import { displayName } from "./people.js";
import { FLAG, state } from "./store.js";

/* The button, if there is anything to offer. */
export function moreButton(message) {
  const offers = offersOn(message);
  if (!offers.length) return null;
  const title = `Mais sobre a mensagem de ${displayName(message.author)}`;
  const button = h(
    "button",
    {
      type: "button",
      class: "plain more",
      title: "Mais",
      "aria-label": title,
      "aria-haspopup": "listbox",
      "data-custom-id": "more",
    },
    icon("more"),
  );
  const options = offers.map(({ label, description }, at) => ({ label, description, value: at }));
  button.addEventListener("click", () =>
    openMenu({
      anchor: button,
      owner: { messageId: message.id },
      title: "Aplicativos",
      options,
      least: 1,
      most: 1,
      onDone: ([at]) => runCommand(offers[at].frame),
    }),
  );
  return button;
}

function offersOn(message) {
  const channel = state.channels.get(message.channel_id);
  if (!channel || message.flags & (FLAG.EPHEMERAL | FLAG.LOADING)) return [];
  const offer = (op, target_id, description) => (command) => ({
    label: command.name,
    description,
    frame: { op, channel_id: channel.id, command_id: command.id, target_id },
  });
  const onMessage = offer("on_message", message.id, "Esta mensagem");
  const found = menuCommands(ON.MESSAGE, channel).map(onMessage);
  if (!state.members.has(message.author.id)) return found;
  const onUser = offer("on_user", message.author.id, displayName(message.author));
  return [...found, ...menuCommands(ON.USER, channel).map(onUser)];
}
