// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AttemptHistory } from '@/components/exams/attempt-history'
import type { Attempt } from '@/lib/domain/exams'
import { show } from '../../support/render'

it('says neither passed nor failed of an attempt that is handed in and not graded yet', () => {
  const attempt: Attempt = { id: '1', answerId: '2', number: 1, score: null, state: 'finished', outcome: null, startedAt: '2026-03-10T10:00:00+08:00', finishedAt: '2026-03-10T10:01:00+08:00', practical: null }
  show(<AttemptHistory place={{ origin: 'standalone', examId: '8001', paperId: '8200' }} kind="theory" attempts={[attempt]} />)
  const row = screen.getByRole('listitem').textContent
  expect(row).toContain('–')
  expect(row).not.toMatch(/通过/)
})
