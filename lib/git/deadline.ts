/** How long somebody waits, told to all who make him wait. */

/** A moment after which nobody waits any more. */
export class Deadline {
  readonly seconds: number;
  /** Resolves when the time is up. */
  readonly over: Promise<unknown>;

  constructor(seconds: number) {
    this.seconds = seconds;
    // A first setTimeout costs milliseconds of start-up; waiting on a cell nobody wakes does not.
    const cell = new Int32Array(new SharedArrayBuffer(4));
    const { async, value } = Atomics.waitAsync(cell, 0, 0, seconds * 1000);
    this.over = async ? value : Promise.resolve();
  }
}
