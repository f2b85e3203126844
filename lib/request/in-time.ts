import 'server-only'
import { headers } from 'next/headers'
import { withinPageHeader, withinPagePatienceMs } from './noted-headers'

/** Longer than a platform next door takes, shorter than anybody notices. */
const PATIENCE_MS = 40

type Known = Promise<unknown> & { status?: string; value?: unknown; reason?: unknown }

/** Waits for parts of a page, but never long, so that a page goes out in one piece if it can and only what is late follows. */
export async function inTime(...asked: Promise<unknown>[]): Promise<void> {
  const patience = (await headers()).get(withinPageHeader) ? withinPagePatienceMs : PATIENCE_MS
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([Promise.all(asked.map(known)), late])
  clearTimeout(timer)
}

/** React, and a `Part`, read a promise that says so without waiting for it. */
async function known(asked: Known): Promise<void> {
  try {
    asked.value = await asked
    asked.status = 'fulfilled'
  } catch (reason) {
    Object.assign(asked, { status: 'rejected', reason })
  }
}
