/** The error that a person can do something about; every script prints its message and ends. */

/** Something outside stands in the way; the message names it and says what is wrong with it. */
export class UserError extends Error {
  override name = "UserError";
}
