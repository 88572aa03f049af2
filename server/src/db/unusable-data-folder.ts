/** The data folder cannot be used as it is; the message says what to do. */
export class UnusableDataFolder extends Error {
  override readonly name = "UnusableDataFolder";
}
