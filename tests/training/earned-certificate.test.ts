import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { findEarnedCertificate } from '@/lib/training/earned-certificate'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

describe('the certificate of a course or plan', () => {
  it.each(['zh', 'en', 'ja'] as const)('is found by what has brought it, also when that has another name by now (%s)', async (locale) => {
    const zhaoqiang = await platform.learner('zhaoqiang', 82, locale)
    expect(await findEarnedCertificate(zhaoqiang, { kind: 'course', id: '3003', name: '焊接工艺' })).toMatchObject({ name: '焊接工艺基础', learnerName: '赵强', target: { kind: 'course', id: '3003' } })
    // Another of that name has brought none.
    for (const kind of ['course', 'plan'] as const) expect(await findEarnedCertificate(zhaoqiang, { kind, id: kind === 'plan' ? '3003' : '3002', name: '焊接工艺基础' })).toBeNull()
  })

  it.each(['zh', 'en', 'ja'] as const)('is found by the name of its detail where the platform does not say, whatever language that is in (%s)', async (locale) => {
    const zhaoqiang = await platform.learner('zhaoqiang', 82, locale)
    const { name } = (await getCourse(zhaoqiang, { courseId: '3003' }))!
    const asked: string[] = []
    platform.server.use(
      http.get(`${UPSTREAM}/train/app/course/3003`, () => void asked.push('course')),
      http.get(`${UPSTREAM}/train/app/plan/getMyClassCertificate`, () => HttpResponse.json({ code: 0, msg: null, data: [{ yearTime: 2025, appClassCertificateDtoList: [{ id: 7, name: '焊接工艺基础', userName: '赵强' }] }] })),
    )
    expect(await findEarnedCertificate(zhaoqiang, { kind: 'course', id: '3003', name })).toMatchObject({ id: '7', learnerName: '赵强' })
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
