import { describe, expect, it } from 'vitest'
import { messages } from '../../rules/messages.ts'
import { nicknameFault, passwordFault } from '../../rules/registration.ts'

const { nicknameLength, passwordsDiffer, passwordMalformed } = messages

describe('a registration', () => {
  it.each([
    ['', nicknameLength], ['abc', nicknameLength], ['abcd', undefined], ['安全员小王', undefined],
    ['x'.repeat(15), undefined], ['x'.repeat(16), nicknameLength], ['😀'.repeat(4), undefined], ['😀'.repeat(3), nicknameLength], ['😀'.repeat(15), undefined],
    ['a\u202eadmin', nicknameLength], ['ab\u2066cd', nicknameLength], ['ab\tcd', nicknameLength], ['ab\u2028cd', nicknameLength], ['\ue000abcd', nicknameLength], ['\u{e0fff}abcd', nicknameLength], ['abcd\ud83d', nicknameLength],
    ['\u200b\u200d\u2060\ufeff', nicknameLength], ['\u3164'.repeat(4), nicknameLength], ['\u2800'.repeat(4), nicknameLength], ['👨\u200d👩\u200d👧', undefined],
  ])('of the nickname %j is told %s', (nickname, fault) => {
    expect(nicknameFault(nickname)).toBe(fault)
  })

  it.each([
    ['abc12', 'abc12', passwordMalformed], ['abc123', 'abc123', undefined], ['abc123', 'abc124', passwordsDiffer], ['a', 'b', passwordsDiffer],
    ['x'.repeat(18), 'x'.repeat(18), undefined], ['x'.repeat(19), 'x'.repeat(19), passwordMalformed], ['abc 123', 'abc 123', passwordMalformed],
  ])('of the password %j, then %j, is told %s', (password, confirmation, fault) => {
    expect(passwordFault(password, confirmation)).toBe(fault)
  })
})
