import { expect, it } from 'vitest'
import { encipherPassword } from '@/lib/training/cipher'

// The vectors of the contract, section 1.8.
it.each([
  ['Train2026', 'Iq+camm9dkiY28OuqIhF3Q==', 'QRb/jMxYLiL/'],
  ['123456', 'rKu1/348LvKp0rsVC06eCA==', 'JFat0Zdc'],
  ['abcdefghijklmnop', 'zQsyeXBMrn7R6lsvAL6+EQ==', 'dAb9gccMeXigMEeWXgZ//A=='],
  ['密码Ab12', 'lvB9MawX7/SG7WiMJZ5KUg==', '8MsYAgLrX3L4aA=='],
])('%s is enciphered as the platform does', (plain, cbc, cfb) => {
  expect(encipherPassword(plain, 'aes-cbc-zero', 'pigxpigxpigxpigx')).toBe(cbc)
  expect(encipherPassword(plain, 'aes-cfb', 'pigxpigxpigxpigx')).toBe(cfb)
  expect(encipherPassword(plain, 'none', 'pigxpigxpigxpigx')).toBe(plain)
})
