/**
 * Elements made of text only. Nothing on the page reads markup, so nothing that a record says can
 * become any.
 */

/** What cannot be seen, or turns around what stands beside it. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text with nothing in it that hides, but for the ends of lines. */
function visible(text) {
  return text.replace(
    UNSEEN,
    (char) => char === "\n" ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An element of these classes; strings in it become text, and what is null is left out. */
export function make(tag, look, ...content) {
  const node = document.createElement(tag);
  if (look !== "") node.className = look;
  for (const part of content) {
    if (part !== null) node.append(typeof part === "string" ? visible(part) : part);
  }
  return node;
}

/** A text of a record: whichever way its script runs, what stands beside it stays put. */
export function said(text, look = "said") {
  return make("bdi", look, text);
}

/** Something to press. */
export function button(look, press, ...content) {
  const node = make("button", look, ...content);
  node.type = "button";
  node.addEventListener("click", press);
  return node;
}

/** Gives an element attributes, and gives it back. */
export function having(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** The element of the page with this id. */
export function at(id) {
  return document.getElementById(id);
}
