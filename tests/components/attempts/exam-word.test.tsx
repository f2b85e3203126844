// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import { opening } from '@/components/attempts/attempt-state'
import { RefusedWord } from '@/components/attempts/exam-word'
import { Observable } from '@/components/study/observable'
import { show } from '../../support/render'
import { place } from './exam-server'

it.each([['考试已被取消', '考试已被取消'], ['', '试卷没有被接受']])('a paper that the platform does not take says why, and leads out: %j', (words, title) => {
  const session = new Observable(opening) as unknown as AttemptSession
  show(<RefusedWord refusal={{ why: 'notTaken', words, ref: null }} session={session} learner={{ id: '1', name: '李明', account: 'liming' }} place={place} name="考试" />)
  expect(screen.getByRole('alert').textContent).toContain(title)
  expect(screen.getByRole('alert').textContent).toContain('服务器上已保存的答案不会丢失')
  expect(screen.getByRole('link').getAttribute('href')).toContain('/TestDetil')
})
