/** A pause of half to all of its length: what failed for many at once is not tried again by all of them in one moment. */
export const spread = (pauseMs: number) => pauseMs * (0.5 + Math.random() / 2)
