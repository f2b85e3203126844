import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { findEarnedCertificate } from '@/lib/training/earned-certificate'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

describe('the certificate of a course or plan', () => {
  it.each(['zh', 'en', 'ja'] as const)('is found from its detail, whatever language that is in (%s)', async (locale) => {
    const zhaoqiang = await platform.learner('zhaoqiang', 82, locale)
    const { name } = (await getCourse(zhaoqiang, { courseId: '3003' }))!
    const asked: string[] = []
    platform.server.use(http.get(`${UPSTREAM}/train/app/course/3003`, () => void asked.push('course')))
    expect(await findEarnedCertificate(zhaoqiang, { kind: 'course', id: '3003', name })).toMatchObject({ name: '焊接工艺基础', learnerName: '赵强' })
    // Who reads Chinese has seen the name already.
    expect(asked).toEqual(locale === 'zh' ? [] : ['course'])
  })

  it('is none where nothing was earned', async () => {
    const [liming, wangfang] = [await platform.learner('liming', 82), await platform.learner('wangfang', 82, 'ja')]
    const { name } = (await getCourse(liming, { courseId: '3001' }))!
    expect(await findEarnedCertificate(liming, { kind: 'course', id: '3001', name })).toBeNull()
    expect(await findEarnedCertificate(wangfang, { kind: 'plan', id: '5001', name: (await getPlan(wangfang, { planId: '5001' }))!.name })).toBeNull()
  })
})
