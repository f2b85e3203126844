/** How far Asia/Shanghai is ahead of UTC, in milliseconds; it knows no summer time. */
export const chinaMs = 8 * 3_600_000
/** A day, in milliseconds. */
export const dayMs = 24 * 3_600_000
