import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDialled, avatarFault, pictureKind, codeFault, confirmationFault, passwordChangeFaults, passwordFault, phoneFault } from '@/lib/domain/account'
import { nicknameFault } from '@/lib/domain/nickname'
import { avatarInput, codeInput, contactInput, passwordChangeInput, registrationInput, resetInput } from '@/lib/domain/account-input'

describe('fields', () => {
  it.each([['', 'missing'], ['1380000000', 'malformed'], ['138000000011', 'malformed'], ['12800000001', 'malformed'], ['1380000000a', 'malformed'], ['１３８００００００01', 'malformed'], ['13800000001', undefined]] as const)('phone %j is %s', (phone, fault) => {
    expect(phoneFault(phone)).toBe(fault)
  })

  it.each([
    [' 138 0000 0001 ', '13800000001'], ['138-0000-0001', '13800000001'], ['+86 138 0000 0001', '13800000001'], ['008613800000001', '13800000001'], ['＋８６　１３８００００－０００１', '13800000001'],
    ['\u202d138\u00a00000\u20130001\u202c', '13800000001'], ['(+86) 13800000001', '13800000001'], ['+86(138)00000001', '13800000001'], ['8613800000001', '13800000001'], ['８６13800000001', '13800000001'], ['+86-138.0000.0001', '13800000001'],
    ['+85291234567', '+85291234567'], ['8613800', '8613800'], ['8688886666', '8688886666'], ['86138000000012', '86138000000012'], ['12 34 56', '123456'], ['ａ1Ｂ2c3', 'a1B2c3'], ['008612', '008612'], ['', ''],
  ])('%j is meant as %j', (typed, meant) => {
    expect(asDialled(typed)).toBe(meant)
  })

  it.each([['', 'missing', 'missing'], ['123', 'malformed', 'malformed'], ['1234', undefined, 'malformed'], ['a1B2', undefined, 'malformed'], ['12345', undefined, 'malformed'], ['a1B2c3', undefined, undefined], ['1234567', 'malformed', 'malformed'], ['12 456', 'malformed', 'malformed']] as const)('code %j is %s to register and %s to reset', (code, register, reset) => {
    expect([codeFault(code, 'register'), codeFault(code, 'reset')]).toEqual([register, reset])
  })

  it.each([['', 'missing'], ['三个字', 'malformed'], ['四个字了', undefined], ['x'.repeat(15), undefined], ['x'.repeat(16), 'malformed'], ['😀😀😀😀', undefined], ['a\u202eadmin', 'malformed'], ['ab\tcd', 'malformed'], ['\ue000abcd', 'malformed'], ['abcd\ud83d', 'malformed'], ['\u200b\u200d\u2060\ufeff', 'malformed'], ['\u3164'.repeat(4), 'malformed'], ['👨\u200d👩\u200d👧', undefined]] as const)('nickname %j is %s', (nickname, fault) => {
    expect(nicknameFault(nickname)).toBe(fault)
  })

  it.each([['', 'missing'], ['12345', 'malformed'], ['123456', undefined], ['a'.repeat(18), undefined], ['a'.repeat(19), 'malformed'], ['abc-123', 'malformed'], ['密码密码密码', 'malformed']] as const)('password %j is %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault)
  })

  it('a confirmation is the same, of the same form', () => {
    expect([confirmationFault('', 'abc123'), confirmationFault('abc', 'abc'), confirmationFault('abc124', 'abc123'), confirmationFault('abc123', 'abc123')]).toEqual(['missing', 'malformed', 'different', undefined])
  })

  it('a changed password has 6 to 16 characters, is another, and stands there twice', () => {
    const faults = (current: string, password: string, confirmation = password) => passwordChangeFaults({ current, password, confirmation })
    expect(faults('', '')).toEqual({ current: 'missing', password: 'missing', confirmation: 'missing' })
    expect(faults('old123', 'a'.repeat(17)).password).toBe('malformed')
    expect(faults('old123', 'abc de1').password).toBe('malformed')
    expect(faults('old123', 'old123').password).toBe('unchanged')
    expect(faults('old123', 'new123', 'new124').confirmation).toBe('different')
    expect(faults('old123', 'a'.repeat(16))).toEqual({ current: undefined, password: undefined, confirmation: undefined })
  })

  it('an avatar is a JPEG or PNG below 20 MB', () => {
    expect(avatarFault({ type: 'image/svg+xml', size: 1 })).toBe('kind')
    expect(avatarFault({ type: 'image/png', size: 20 * 1024 * 1024 })).toBe('size')
    expect(avatarFault({ type: 'image/jpeg', size: 20 * 1024 * 1024 - 1 })).toBeUndefined()
    expect(pictureKind(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('jpeg')
    expect(pictureKind(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('png')
    for (const other of ['', 'GIF89a', '<svg/>', '\u0089PNG']) expect(pictureKind(new TextEncoder().encode(other)), other).toBeNull()
  })
})

describe('what doors take', () => {
  const form = { phone: '13900000001', code: '123456', nickname: '新来学员', password: 'Train2026', confirmation: 'Train2026' }
  it('is a whole form, with the fault of each field', () => {
    expect(registrationInput.safeParse(form).success).toBe(true)
    const parsed = registrationInput.safeParse({ ...form, phone: '1', nickname: 'ab', confirmation: 'x' })
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join()}: ${message}`)).toEqual(['phone: malformed', 'nickname: malformed', 'confirmation: malformed'])
    expect(registrationInput.safeParse({ ...form, confirmation: 'Train2027' }).error?.issues[0]).toMatchObject({ path: ['confirmation'], message: 'different' })
  })

  it('has phones and codes as they are meant, however they were typed', () => {
    expect(registrationInput.parse({ ...form, phone: '+86 139-0000-0001', code: '１２３ ４５６', nickname: ' 新来 学员 ' })).toMatchObject({ phone: '13900000001', code: '123456', nickname: '新来 学员' })
    expect(codeInput.parse({ phone: '139 0000 0001', purpose: 'reset' }).phone).toBe('13900000001')
  })

  it.each([
    ['+86 138 0000 0001', '13800000001'], ['\u202a+86\u00a0138-0000-0001\u202c', '13800000001'], [' 010-8888 6666 转 12 ', '010-8888 6666 转 12'], ['(+86) 138.0000.0001', '13800000001'], ['8613800000001', '13800000001'], ['(010) 8888.6666', '(010) 8888.6666'], ['+852 9123 4567', '+852 9123 4567'], ['12', '12'],
  ])('keeps of the phone %j of a profile %j', (typed, kept) => {
    expect(contactInput.parse({ phone: typed })).toEqual({ phone: kept })
  })

  it('has no field that is not its own', () => {
    expect(registrationInput.safeParse({ ...form, roles: ['1'] }).success).toBe(false)
    expect(contactInput.safeParse({ phone: '13900000001', avatar: '7' }).success).toBe(false)
    expect(contactInput.safeParse({ phone: '13900000001', email: 'a@example.org' }).success).toBe(false)
    expect(contactInput.safeParse({ password: 'x' }).success).toBe(false)
    expect(contactInput.safeParse({ email: '  ' }).success).toBe(false)
    expect(passwordChangeInput.safeParse({ current: 'old123', password: 'new123', confirmation: 'new123', userId: '7' }).success).toBe(false)
  })

  it('is never broken by anything else', () => {
    fc.assert(fc.property(fc.anything(), (anything) => {
      for (const schema of [registrationInput, codeInput, resetInput, contactInput, passwordChangeInput, avatarInput]) schema.safeParse(anything)
    }))
  })

  it('is a part of a picture only when all of it is there', () => {
    expect(avatarInput.parse({ x: '10', y: '0', size: '200' })).toEqual({ x: 10, y: 0, size: 200 })
    expect(avatarInput.parse({ x: '10' })).toBeNull()
    expect(avatarInput.safeParse({ x: '-1', y: '0', size: '1' }).success).toBe(false)
    expect(avatarInput.safeParse({ x: '0', y: '0', size: '1e9' }).success).toBe(false)
  })
})
