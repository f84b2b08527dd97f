/** The client marks with tags what it puts into a text. One pass each, whatever the text holds. */

/** What stands in the first such tag, without blanks around it; empty without one. */
export function textInTag(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? "" : text.slice(start + tag.length + 2, end).trim();
}

/** The text without such tags and what stands in them; one that is never closed stays. */
export function withoutTag(text: string, tag: string): string {
  const close = `</${tag}>`;
  const kept: string[] = [];
  let at = 0;
  for (let open; (open = text.indexOf(`<${tag}>`, at)) !== -1;) {
    const end = text.indexOf(close, open);
    if (end === -1) break;
    kept.push(text.slice(at, open));
    at = end + close.length;
  }
  return at === 0 ? text : [...kept, text.slice(at)].join("");
}
