// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { keepExercise, type KeptExercise } from '@/components/practice/kept-exercises'
import { kept } from '@/components/study/kept'
import type { JudgedAnswer, PracticeQuestion } from '@/lib/domain/practice'

beforeEach(() => localStorage.clear())

/** A text with a pasted picture of so many characters. */
const text = (words: string, characters = 0) => `${words}${characters ? `<img alt="" src="data:image/png;base64,${'A'.repeat(characters)}">` : ''}`
const question = (id: string, characters?: number) => ({ id, content: text(id, characters) }) as PracticeQuestion
const answer = (questionId: string, characters?: number) => ({ questionId, analysis: text('解析', characters) }) as JudgedAnswer
const exercise = (questions: PracticeQuestion[], answers: JudgedAnswer[], isEnded = false): KeptExercise => ({ draw: { questions, isEnded } as KeptExercise['draw'], answers, seconds: 9, index: 0, chosen: {} })
const read = () => JSON.parse(kept.read('key') ?? 'null') as KeptExercise | null

describe('an exercise that this browser keeps', () => {
  it('is kept as it is while there is room', () => {
    const small = exercise([question('1', 100)], [answer('1', 100)])
    keepExercise(kept, 'key', small)
    expect(read()).toEqual(small)
  })

  it('goes on without the pictures of what is answered when it has grown too large', () => {
    const questions = [question('1', 200_000), question('2', 200_000)]
    keepExercise(kept, 'key', exercise(questions, []))
    keepExercise(kept, 'key', exercise(questions, [answer('1', 200_000)]))
    expect(read()).toEqual(exercise([{ ...questions[0]!, content: '1<img alt="">' as never }, questions[1]!], [{ ...answer('1'), analysis: '解析<img alt="">' as never }]))
  })

  it('leaves nothing of before where even that is too large, and is kept once it has ended', () => {
    const questions = [question('1'), question('2', 499_000)]
    keepExercise(kept, 'key', exercise(questions, []))
    expect(read()).not.toBeNull()
    keepExercise(kept, 'key', exercise(questions, [{ ...answer('1'), analysis: 'x'.repeat(1_000) as never }]))
    expect(read()).toBeNull()
    keepExercise(kept, 'key', exercise(questions, [answer('1', 2_000)], true))
    expect(read()!.draw.questions.map(({ content }) => content)).toEqual(['1', '2<img alt="">'])
  })
})
