import { randomInt } from 'node:crypto'

const epochMs = Date.UTC(2025, 0, 1)
const sequencesPerMs = 256
const node = randomInt(32)

let lastMs = 0
let sequence = 0

/** A new id: 53 bits, rising with time (40 bits of milliseconds, 5 of this process, 8 of a sequence). */
export function newId(): number {
  const ms = Math.max(Date.now() - epochMs, lastMs)
  if (ms > lastMs) {
    lastMs = ms
    sequence = randomInt(sequencesPerMs / 2)
  } else if (++sequence === sequencesPerMs) {
    lastMs += 1
    sequence = 0
  }
  return lastMs * 32 * sequencesPerMs + node * sequencesPerMs + sequence
}
