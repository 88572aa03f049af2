/** The data folder cannot be used in its present state; the message says what to do. */
export class UnusableDataFolder extends Error {
  override readonly name = "UnusableDataFolder";
}
