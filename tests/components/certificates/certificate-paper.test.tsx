// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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
