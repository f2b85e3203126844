import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from './db/client.ts'
import { idNode, idNodes, setIdNode } from './db/ids.ts'
import { takeLease } from './queries/leases.ts'

const leaseSeconds = 300
const renewalSeconds = 60

/** Lets this process draw its ids under a number that no other process of the database has now; false when all are taken, and the old one stays. */
export async function claimIdNode(db: Db, holder: string): Promise<boolean> {
  const first = idNode()
  for (let step = 0; step < idNodes; step += 1) {
    const free = (first + step) % idNodes
    if (!(await takeLease(db, { name: `idNode ${free}`, holder, seconds: leaseSeconds }))) continue
    setIdNode(free)
    return true
  }
  return false
}

/**
 * Keeps a number of its own for this process's ids. It is not given back at the end but runs out: clocks of other machines may be behind,
 * and would draw what has been drawn. Without a free one ids go on under the old, and a double one is refused by its table's key.
 */
export async function keepIdNode({ db, log }: { db: Db; log: Logger }): Promise<() => void> {
  const holder = randomUUID()
  const claim = async () => {
    if (!(await claimIdNode(db, holder))) log.warn('All numbers for the ids of processes are taken.')
  }
  await claim()
  const renewal = setInterval(() => void claim().catch((fault: unknown) => log.warn({ err: fault }, 'The number for ids was not kept.')), renewalSeconds * 1000).unref()
  return () => clearInterval(renewal)
}
