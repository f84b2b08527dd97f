/** Doing at once what comes up one by one: each write to a socket costs, whatever is in it. */

import { setImmediate } from "node:timers";

/** Lets everybody who asks in the meantime go on together. */
export class Together {
  #waiting: (() => void)[] = [];

  /** Ends soon, for all who asked until then in the same turn. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#release());
      this.#waiting.push(resolve);
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }
}
