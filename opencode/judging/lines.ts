/** Talking with the plugin: a line of JSON each, in both directions. */

/** A conversation of a whole day, bounded as it is, has less. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The plugin at the other end of stdin and stdout. */
export class PluginLines {
  readonly #chunk = new Uint8Array(256 * 1024);
  #bytes: Uint8Array[] = [];

  /** The next line; null where none comes any more. */
  async next(): Promise<unknown> {
    let length = 0;
    for (const kept of this.#bytes) length += kept.length;
    while (true) {
      const read = await Deno.stdin.read(this.#chunk);
      if (read === null) return null;
      const piece = this.#chunk.slice(0, read);
      const end = piece.indexOf(0x0a);
      if (end === -1) {
        this.#bytes.push(piece);
        length += read;
        if (length > MAX_BYTES) throw new RangeError(`The line has more than ${MAX_BYTES} bytes`);
        continue;
      }
      const line = await new Blob([...this.#bytes as BlobPart[], piece.slice(0, end)]).text();
      this.#bytes = end + 1 < piece.length ? [piece.slice(end + 1)] : [];
      return JSON.parse(line);
    }
  }

  /** Says something. */
  say(line: unknown): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  }
}
