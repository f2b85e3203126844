import { randomInt } from 'node:crypto'

const epochMs = Date.UTC(2025, 0, 1)
const sequencesPerMs = 256

/** How many processes can draw ids at the same time without ever drawing the same one. */
export const idNodes = 32

let node = randomInt(idNodes)
let lastMs = 0
let sequence = 0

/** The number of this process within its ids: drawn at random, until `setIdNode` gives it one that nobody else has. */
export function idNode(): number {
  return node
}

/** Lets this process draw ids under another number. */
export function setIdNode(free: number): void {
  node = free
}

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
  return lastMs * idNodes * sequencesPerMs + node * sequencesPerMs + sequence
}
