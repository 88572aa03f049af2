/** The source of the current time. It is passed in everywhere, so that tests can change it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
