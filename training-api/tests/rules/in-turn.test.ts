import { describe, expect, it } from 'vitest'
import { inTurn } from '../../rules/in-turn.ts'
import { troubleOf } from '../../rules/troubles.ts'

describe('work in turn', () => {
  /** Work that ends when it is told to, and the order in which it was begun. */
  function workers() {
    const begun: string[] = []
    const gates = new Map<string, PromiseWithResolvers<string>>()
    const work = (name: string) => () => {
      begun.push(name)
      const gate = Promise.withResolvers<string>()
      gates.set(name, gate)
      return gate.promise
    }
    return { begun, work, end: (name: string) => gates.get(name)!.resolve(name), fail: (name: string) => gates.get(name)!.reject(new Error(name)) }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  it('is begun in the order in which it came, so much of it at once, also after work that fails', async () => {
    const { begun, work, end, fail } = workers()
    const turn = inTurn(2, 10)
    const all = ['a', 'b', 'c', 'd'].map((name) => turn(work(name)).catch((fault: Error) => `failed ${fault.message}`))
    await settle()
    expect(begun).toEqual(['a', 'b'])
    fail('b')
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    end('a')
    await settle()
    for (const name of ['c', 'd']) end(name)
    expect(await Promise.all(all)).toEqual(['a', 'failed b', 'c', 'd'])
    const later = turn(work('e'))
    await settle()
    end('e')
    expect(await later).toBe('e')
  })

  it('is refused where too much waits, as by a database that is busy', async () => {
    const { work, end } = workers()
    const turn = inTurn(1, 1)
    const [first, second] = [turn(work('a')), turn(work('b'))]
    const refused = await turn(work('c')).catch((fault: unknown) => fault)
    expect(troubleOf(refused)).toBe('busy')
    await settle()
    end('a')
    await settle()
    end('b')
    expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  })
})
