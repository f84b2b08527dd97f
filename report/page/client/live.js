/** A page that is served hears of changes, and fetches what there is now. */

/** Calls with the data, and the text of its details, after every change. */
export function follow(call, tell) {
  let busy = false;
  let again = false;
  const update = async () => {
    // One at a time: what changes meanwhile is fetched with the next.
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again) {
        again = false;
        const answer = await fetch("./data");
        if (!answer.ok) throw new Error(`The server answers ${answer.status}`);
        const text = await answer.text();
        const end = text.indexOf("\n");
        const line = end < 0 ? text : text.slice(0, end);
        const details = end < 0 ? "" : text.slice(end + 1);
        call(JSON.parse(line), details.endsWith("\n") ? details : `${details}\n`);
      }
    } catch {
      tell("What changed could not be fetched. Reload the page to see it.");
    } finally {
      busy = false;
    }
  };
  const events = new EventSource("./events");
  let lost = false;
  events.addEventListener("change", update);
  events.addEventListener("error", () => {
    if (!lost) tell("No connection: what you see may be old.");
    lost = true;
  });
  events.addEventListener("open", () => {
    // The server does not repeat what changed while the connection was lost.
    if (lost) update();
    lost = false;
  });
}
