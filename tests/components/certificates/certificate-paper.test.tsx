// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CertificateFacts } from '@/components/certificates/certificate-paper'
import { EarnedCertificate } from '@/components/certificates/earned-certificate'
import type { Certificate } from '@/lib/domain/certificates'
import { qrPath } from '@/lib/domain/qr'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {}, prefetch: () => {} }), usePathname: () => '/CurriculumDetil' }))

const certificate: Certificate = {
  id: '1', name: '焊接工艺基础', learnerName: '赵强', workNumber: 'A0001', number: 'HN-1', issuer: '东岭电力培训中心', logoUrl: null, checkCode: 'a'.repeat(40),
  obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'permanent' }, layout: 'horizontal',
}

it('the certificate of a passed course links and encodes the address that it was given', async () => {
  const checkUrl = `https://train.example.com/certificate/${certificate.checkCode}`
  await act(async () => void show(<EarnedCertificate certificate={Promise.resolve({ value: { certificate, checkUrl } })} />))
  fireEvent.click(screen.getByRole('button', { name: '查看证书' }))
  const dialog = await screen.findByRole('dialog', { name: '证书详情' })
  expect(within(dialog).getByRole('link', { name: '验证证书' }).getAttribute('href')).toBe(checkUrl)
  expect(dialog.querySelector('svg svg path')!.getAttribute('d')).toBe(qrPath(checkUrl).path)
})

it('marks what the platform wrote with its language, and none of our own words', () => {
  const language = (term: string) => screen.getByText(term).nextElementSibling!.querySelector('[lang]')?.getAttribute('lang')
  for (const validity of [{ kind: 'permanent' }, { kind: 'months', months: 36 }, { kind: 'until', date: '2027-03-01T23:59:59+08:00' }, null] as const) {
    show(<CertificateFacts certificate={{ ...certificate, validity, workNumber: '东0001', number: '东岭-1' }} />, 'ja')
    expect(['氏名', '社員番号', 'コース名', '証明書番号', '発行機関'].map(language)).toEqual(Array<string>(5).fill('zh-Hans'))
    expect(['有効期間', '取得日'].map(language)).toEqual([undefined, undefined])
    cleanup()
  }
})
