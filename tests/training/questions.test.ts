import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { QuestionOption } from '@/lib/domain/questions'
import { wireOptions } from '@/lib/training/questions'
import { cleanHtml } from '@/lib/training/rich-text'
import { wireId, wireList, wireText } from '@/lib/training/wire'

describe('the options of a question', () => {
  const content = wireText.transform((value) => cleanHtml(value))
  const byForm = wireList(z.object({ optionId: wireId, optionContent: content }).transform((wire): QuestionOption => ({ id: wire.optionId, content: wire.optionContent })))
  const told = (form: z.ZodType, value: unknown) => {
    const { data, error } = z.object({ optionList: form }).safeParse(value)
    return error ? error.issues.map(({ code, message, path }) => ({ code, message, path })) : data
  }

  const whole = fc.record({ optionId: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.string({ minLength: 1 })), optionContent: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b>甲', '<p>乙</p>', '<img src=x>')) })
  const oddId = fc.constantFrom<unknown[]>('', '01', 0, -0, 1.5, 1e21, 2 ** 53, NaN, Infinity, true, null, undefined, {}, [])
  const oddContent = fc.constantFrom<unknown[]>('', 0, 7.5, NaN, true, null, undefined, {}, ['甲'])
  const odd = fc.oneof(fc.record({ optionId: oddId, optionContent: oddContent }, { requiredKeys: [] }), fc.record({ optionId: oddId, optionContent: fc.string() }), fc.anything())
  const options = fc.oneof(fc.array(whole), fc.array(fc.oneof({ arbitrary: whole, weight: 5 }, odd), { maxLength: 12 }), fc.array(odd), odd)

  it('are the same, read as our platform sends them or by their form, and so is what is wrong with them', () => {
    fc.assert(fc.property(options, (optionList) => void expect(told(wireOptions, { optionList })).toEqual(told(byForm, { optionList }))), { numRuns: 500 })
    for (const without of [{}, { optionList: undefined }, { optionList: '' }]) expect(told(wireOptions, without)).toEqual({ optionList: [] })
    const many = Array.from({ length: 300 }, (_, at) => ({ optionId: at, optionContent: '甲' }))
    expect(told(wireOptions, { optionList: many })).toEqual(told(byForm, { optionList: many }))
  })

  it('need no form where they look as they should', () => {
    const read = vi.spyOn(wireId._zod, 'run')
    expect(wireOptions.parse([{ optionId: 1, optionContent: '甲' }, { optionId: '2', optionContent: '乙', isRight: 1 }])).toEqual([{ id: '1', content: '甲' }, { id: '2', content: '乙' }])
    expect(read).not.toHaveBeenCalled()
    wireOptions.parse([{ optionId: 1, optionContent: 7 }])
    expect(read).toHaveBeenCalled()
  })
})
