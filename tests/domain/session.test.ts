import { expect, it } from 'vitest'
import { hasRole, rolesOf, systemDefaultRole } from '@/lib/domain/session'

it('takes role ids from authorities, and the default role where there are none', () => {
  expect(rolesOf(['ROLE_12', 'train_course_view', 'ROLE_7'])).toEqual(['12', '7'])
  expect(rolesOf(['train_course_view'])).toEqual([systemDefaultRole])
  expect(rolesOf([])).toEqual([systemDefaultRole])
})

it('knows whether one of the wanted roles is there', () => {
  expect(hasRole(['12', '7'], ['7', '9'])).toBe(true)
  expect(hasRole(['12'], ['7'])).toBe(false)
  expect(hasRole(['12'], [])).toBe(false)
})
