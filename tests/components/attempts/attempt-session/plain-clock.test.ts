import { describe, expect, it } from 'vitest'
import type { AttemptDoors } from '@/components/attempts/attempt-state'
import { BffError } from '@/lib/queries/bff'
import type { ExamServer } from '../exam-server'
import { choose, eachFromStart, newServer, openWindow, pass } from './exam-window'
import { plainDoors } from './plain-doors'

eachFromStart()

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** By how much the window shows another time left than there is, in milliseconds. */
const wrongBy = (session: Awaited<ReturnType<typeof openWindow>>['session'], server: ExamServer) => {
  session.tick()
  return Math.abs(session.get().remaining! - (server.deadline - server.now()))
}

/** A page of a paper that was loaded while no opening got through. */
async function loadedAlone(server: ExamServer, doors: AttemptDoors, change: Partial<AttemptDoors>) {
  const first = await openWindow(server, { doors })
  await pass(1_000)
  first.stop()
  const line = { isCut: true }
  const whileCut = <Given extends unknown[], Reply>(call: (...given: Given) => Promise<Reply>) => (...given: Given) => (line.isCut ? Promise.reject(new BffError('timeout')) : call(...given))
  const { session } = await openWindow(server, { doors: { ...doors, ...change, open: whileCut(change.open ?? doors.open) }, store: first.store, kept: first.kept })
  await pass(1_000)
  return { session, line }
}

describe('the time that is left, on a platform that tells its end when a paper is opened, and no more', () => {
  it('is right soon after an opening that took long', async () => {
    const server = newServer()
    const doors = plainDoors(server)
    const { session } = await openWindow(server, { doors: { ...doors, open: async (start) => after(20_000).then(() => doors.open(start)) } })
    await pass(20_000)
    expect(wrongBy(session, server)).toBeGreaterThan(9_000)
    await pass(40_000)
    expect(wrongBy(session, server)).toBeLessThan(1_000)
  })

  it('is not wrong by how long an opening waited for an answer that was on its way', async () => {
    const server = newServer()
    const doors = plainDoors(server)
    const { session, line } = await loadedAlone(server, doors, { save: async (...given) => after(20_000).then(() => doors.save(...given)) })
    choose(session, 1, 1)
    await pass(1_000)
    line.isCut = false
    await pass(22_000)
    expect(server.epoch).toBe(2)
    expect(wrongBy(session, server)).toBeLessThan(1_000)
  })

  it('is not that of another web whose clock is fast, which answers while a page that was loaded alone opens its paper', async () => {
    const server = newServer()
    const doors = plainDoors(server, () => 300_000)
    const { session, line } = await loadedAlone(server, doors, { open: async (start) => {
      const outcome = await doors.open(start)
      await after(1_000)
      return outcome
    } })
    line.isCut = false
    session.wake()
    await pass(5_000)
    expect(server.epoch).toBe(2)
    expect(wrongBy(session, server)).toBeLessThan(1_000)
  })
})
