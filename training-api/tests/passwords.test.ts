import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decipherPassword,
  encipherPassword,
  hashPassword,
  isHashOutdated,
  isPasswordAllowed,
  isPasswordRight,
  passwordCiphers,
} from '../rules/passwords.ts'

const key = 'pigxpigxpigxpigx'

// Contract 1.8.
const vectors = [
  ['Train2026', 'Iq+camm9dkiY28OuqIhF3Q==', 'QRb/jMxYLiL/'],
  ['123456', 'rKu1/348LvKp0rsVC06eCA==', 'JFat0Zdc'],
  ['abcdefghijklmnop', 'zQsyeXBMrn7R6lsvAL6+EQ==', 'dAb9gccMeXigMEeWXgZ//A=='],
  ['密码Ab12', 'lvB9MawX7/SG7WiMJZ5KUg==', '8MsYAgLrX3L4aA=='],
] as const

describe('the password cipher', () => {
  test.each(vectors)('agrees with the contract for %s', (plain, cbc, cfb) => {
    expect(encipherPassword(plain, 'aes-cbc-zero', key)).toBe(cbc)
    expect(encipherPassword(plain, 'aes-cfb', key)).toBe(cfb)
    expect(encipherPassword(plain, 'none', key)).toBe(plain)
    expect(decipherPassword(cbc, 'aes-cbc-zero', key)).toBe(plain)
    expect(decipherPassword(cfb, 'aes-cfb', key)).toBe(plain)
    expect(decipherPassword(plain, 'none', key)).toBe(plain)
  })

  test('gives back every allowed password', () => {
    const passwords = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 18 }).filter(isPasswordAllowed)
    fc.assert(
      fc.property(passwords, fc.constantFrom(...passwordCiphers), (password, cipher) => {
        expect(decipherPassword(encipherPassword(password, cipher, key), cipher, key)).toBe(password)
      }),
    )
  })

  test.each(['', '=', 'x', '!!!!', 'YWJj', ' Iq+camm9dkiY28OuqIhF3Q=='])(
    'finds no password in %j',
    (text) => {
      expect(decipherPassword(text, 'aes-cbc-zero', key)).toBeUndefined()
    },
  )

  test('takes any text without a fault', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...passwordCiphers), (text, cipher) => {
        const found = decipherPassword(text, cipher, key)
        expect(found === undefined || typeof found === 'string').toBe(true)
      }),
    )
  })
})

describe('a stored password', () => {
  test('is argon2id with 19 MiB and two passes, salted', async () => {
    const [one, two] = [await hashPassword('Train2026'), await hashPassword('Train2026')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await isPasswordRight('Train2026', one)).toBe(true)
    expect(await isPasswordRight('Train2027', one)).toBe(false)
    expect(isHashOutdated(one)).toBe(false)
  })

  test.each(['', 'plain', '$argon2id$', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA', '$md5$x$y', '$scrypt$ln=x$a$b'])(
    'that is %j fits nothing',
    async (stored) => {
      expect(await isPasswordRight('Train2026', stored)).toBe(false)
    },
  )

  test.each(['$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$dGFn', '$scrypt$ln=14,r=8,p=5$c2FsdA$dGFn'])(
    'that is %s is made anew',
    (stored) => {
      expect(isHashOutdated(stored)).toBe(true)
    },
  )

  test.each([
    ['123456', true],
    ['a'.repeat(18), true],
    ['密码Ab12', true],
    ['12345', false],
    ['a'.repeat(19), false],
    ['abc def', false],
    ['abc\u0000def', false],
    ['abc\u200bdef', false],
  ])('may be %j: %s', (password, allowed) => {
    expect(isPasswordAllowed(password)).toBe(allowed)
  })
})
