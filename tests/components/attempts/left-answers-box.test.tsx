// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import type { AnswerFile } from '@/lib/domain/answer-file'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'
import { ExamServer, place, questions } from './exam-server'

afterEach(() => vi.unstubAllGlobals())

const attempt: OpenedAttempt = { place, ref: { attemptId: '5', answerId: '6' }, title: '低压电工理论考试', questions, answers: {}, standing: new ExamServer(() => 0).standing(), extraTimeFactor: 1 }
const left = { attempt, journal: chosen(chosen(newJournal({ q2: ['20'] }, 1), 'q3', ['31', '33'], 'operation-1'), 'q2', [], 'operation-2') }

function showBox(locale: Locale = 'zh', onDone?: () => void) {
  show(<LeftAnswersBox left={left} learner={{ id: '1', name: '李明', account: 'liming' }} {...(onDone ? { onDone } : {})} />, locale)
}

describe('answers that did not arrive', () => {
  it('are named with what was chosen, and with what to do', () => {
    showBox()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['第 2 题：已清空', '第 3 题：BD'])
    expect(screen.getByText(/交给考试组织单位/)).toBeTruthy()
  })

  it('are downloaded as a file, and only then called saved', async () => {
    const blobs: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined }))
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const onDone = vi.fn()
    showBox('en', onDone)
    expect(screen.getByRole('button', { name: 'Do not show again' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Download answer file' }))
    await waitFor(() => expect(names).toEqual(['answers-not-received-5.json']))
    const file = JSON.parse(await blobs[0]!.text()) as AnswerFile
    expect(file.answers.map(({ number, letters }) => [number, letters])).toEqual([[2, ''], [3, 'BD']])
    fireEvent.click(screen.getByRole('button', { name: 'Saved, continue' }))
    expect(onDone).toHaveBeenCalledOnce()
  })
})
