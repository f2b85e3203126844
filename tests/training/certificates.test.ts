import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { checkCertificate, getCertificate, listCertificates } from '@/lib/training/certificates'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const CHECK = `${UPSTREAM}/train/web/getCertificateByCheckCode`

describe('my certificates', () => {
  it('come by year, the newest first, with template and validity', async () => {
    const years = await listCertificates(await platform.learner('zhaoqiang', 82))
    expect(years.map(({ year }) => year)).toEqual(years.map(({ year }) => year).toSorted().toReversed())
    const all = years.flatMap(({ certificates }) => certificates)
    expect(new Set(all.map(({ layout }) => layout))).toEqual(new Set(['vertical', 'horizontal']))
    expect(new Set(all.map(({ validity }) => validity?.kind))).toEqual(new Set(['permanent', 'months', 'until']))
    expect(all[0]).toMatchObject({ learnerName: '赵强', workNumber: 'A0003', logoUrl: '/api/public/files/admin/file/logo/82.svg' })
    expect(await listCertificates(await platform.learner('wangfang', 82))).toEqual([])
  })

  it('are one’s own', async () => {
    const [year] = await listCertificates(await platform.learner('zhaoqiang', 82))
    const { id } = year!.certificates[0]!
    expect(await getCertificate(await platform.learner('zhaoqiang', 82), id)).toMatchObject({ id })
    expect(await getCertificate(await platform.learner('liming', 82), id)).toBe(null)
  })

  it('are read as other platforms write them', async () => {
    const learner = await platform.learner('liming', 82)
    const answer = (data: unknown) => platform.server.use(http.get(`${UPSTREAM}/train/app/plan/getMyClassCertificate`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
    answer([{ yearTime: 2025, appClassCertificateDtoList: [{ id: '7', name: '甲', templateName: '竖版', certificateType: '2', monthNum: '12', checkCode: 'short' }] }, { yearTime: 2026, appClassCertificateDtoList: null }])
    expect(await listCertificates(learner)).toMatchObject([{ year: '2025', certificates: [{ id: '7', layout: 'vertical', validity: { kind: 'months', months: 12 }, checkCode: null, obtainedAt: null }] }])
    for (const monthNum of [null, 0, 'x']) {
      answer([{ yearTime: 2025, appClassCertificateDtoList: [{ id: '7', name: '甲', certificateType: 2, monthNum, obtainTime: '2025-01-02 03:04:05' }] }])
      expect(await listCertificates(learner)).toMatchObject([{ certificates: [{ validity: null }] }])
    }
    answer(null)
    expect(await listCertificates(learner)).toEqual([])
  })
})

describe('the check', () => {
  it('repeats what is printed and nothing else', async () => {
    const [year] = await listCertificates(await platform.learner('zhaoqiang', 82))
    const { id, checkCode, target: _, ...printed } = year!.certificates[0]!
    expect(await checkCertificate(platform.visitor(82, 'en'), checkCode!)).toEqual({ ...printed, status: 'valid' })
    expect(await checkCertificate(platform.visitor(101), checkCode!)).toBe(null)
    expect(id).not.toBe('')
  })

  it('does not even ask for what cannot be a code', async () => {
    const asked: string[] = []
    platform.server.use(http.get(CHECK, ({ request }) => { asked.push(request.url); return HttpResponse.json({ code: 0, data: null }) }))
    for (const code of ['9401', 'HN-2025-009401', '../x', '']) expect(await checkCertificate(platform.visitor(82), code)).toBe(null)
    expect(asked).toEqual([])
    platform.server.resetHandlers()
  })

  it('knows nothing where the platform has no such call', async () => {
    platform.server.use(http.get(CHECK, () => HttpResponse.json({ code: 1, msg: 'not found' }, { status: 404 }), { once: true }))
    expect(await checkCertificate(platform.visitor(82), 'a'.repeat(40))).toBe(null)
  })
})
