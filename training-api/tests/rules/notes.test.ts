import { describe, expect, it } from 'vitest'
import { checkNote } from '../../rules/notes.ts'

describe('notes', () => {
  it.each([
    ['', 'empty'],
    [' \n\t　', 'empty'],
    ['验电', 'valid'],
    ['字'.repeat(200), 'valid'],
    ['字'.repeat(201), 'tooLong'],
    ['🔌'.repeat(200), 'valid'],
    [` ${'字'.repeat(200)}\n`, 'valid'],
    [` ${'字'.repeat(201)}\n`, 'tooLong'],
  ])('%j is judged', (content, verdict) => {
    expect(checkNote(content)).toBe(verdict)
  })
})
