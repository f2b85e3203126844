import { describe, expect, it } from 'vitest'
import { findEarnedCertificate } from '@/lib/training/earned-certificate'
import { mountPlatform } from '../support/platform'

const platform = mountPlatform()

describe('the certificate of a course or plan', () => {
  it.each(['zh', 'en', 'ja'] as const)('is found from its detail, whatever language that is in (%s)', async (locale) => {
    expect(await findEarnedCertificate(await platform.learner('zhaoqiang', 82, locale), { kind: 'course', id: '3003' })).toMatchObject({ name: '焊接工艺基础', learnerName: '赵强' })
  })

  it('is none where nothing was earned', async () => {
    expect(await findEarnedCertificate(await platform.learner('liming', 82), { kind: 'course', id: '3001' })).toBeNull()
    expect(await findEarnedCertificate(await platform.learner('wangfang', 82), { kind: 'plan', id: '5001' })).toBeNull()
  })
})
