/** By so much at the most the clocks of devices, webs and platforms are apart, in milliseconds; what is further ahead is a wrong clock. */
export const CLOCKS_APART_MS = 300_000
