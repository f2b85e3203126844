/** How far Asia/Shanghai is ahead of UTC, in milliseconds; it knows no summer time. */
export const CHINA_MS = 8 * 3_600_000
/** A day, in milliseconds. */
export const DAY_MS = 24 * 3_600_000
