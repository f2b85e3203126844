/** Where every part of the API asks for the time, so that tests can move it. */
export type Clock = { now(): Date }

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() }
