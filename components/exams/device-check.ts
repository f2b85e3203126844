import { serverClock } from '@/lib/queries/exams'

/** From which difference on a device's clock is worth a word, and a connection is slow. */
export const CLOCK_SLACK_MS = 5_000
export const SLOW_MS = 1_500

export type DeviceState = {
  storage: 'ok' | 'bad'
  /** How far the server's clock is ahead of this device's, in milliseconds; null when it could not be asked. */
  offsetMs: number | null
  /** There and back, in milliseconds; null without a connection. */
  tripMs: number | null
}

/** A storage that does not answer for so long counts as blocked. */
const PATIENCE_MS = 3_000

/** Whether this browser keeps what is written to it: a value goes in and comes back, soon. */
export function checkStorage(): Promise<boolean> {
  return new Promise((resolve) => {
    const no = () => resolve(false)
    setTimeout(no, PATIENCE_MS)
    try {
      const opening = indexedDB.open('device-check', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('values')
      opening.onerror = opening.onblocked = no
      opening.onsuccess = () => {
        const base = opening.result
        const write = base.transaction('values', 'readwrite')
        write.objectStore('values').put(1, 'value')
        write.onerror = write.onabort = no
        write.oncomplete = () => {
          const read = base.transaction('values').objectStore('values').get('value')
          read.onerror = no
          read.onsuccess = () => {
            base.close()
            indexedDB.deleteDatabase('device-check')
            resolve(read.result === 1)
          }
        }
      }
    } catch {
      no()
    }
  })
}

/** The difference of the clocks and how long asking took; `failed` hears why it could not be asked. */
export async function checkClock(failed: (error: unknown) => unknown): Promise<Pick<DeviceState, 'offsetMs' | 'tripMs'>> {
  const asked = Date.now()
  try {
    const { now: server } = await serverClock()
    const tripMs = Date.now() - asked
    return { offsetMs: Math.round(server + tripMs / 2 - Date.now()), tripMs }
  } catch (error) {
    failed(error)
    return { offsetMs: null, tripMs: null }
  }
}

/** Whether a paper can be answered here: storage, clock, connection; `failed` hears why the server could not be asked. */
export async function checkDevice(failed: (error: unknown) => unknown): Promise<DeviceState> {
  // The first call opens the connection, the second one measures it.
  await checkClock(failed)
  const [storage, clock] = await Promise.all([checkStorage(), checkClock(failed)])
  return { storage: storage ? 'ok' : 'bad', ...clock }
}
