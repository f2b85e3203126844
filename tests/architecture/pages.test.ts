import { describe, expect, it } from 'vitest'
import { leadingOn } from '../support/screens'
import { sources } from '../support/sources'

const pages = sources(['app'], /\/page\.tsx$/)

describe('pages', () => {
  it('compose in at most 60 lines', () => {
    expect(pages.filter(({ text }) => text.trimEnd().split('\n').length > 60).map(({ path }) => path)).toEqual([])
  })

  it('know no looks', () => {
    expect(pages.filter(({ text }) => /className|\.css'/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('of learners ask who is there themselves, whatever the layout does', () => {
    const learners = pages.filter(({ path }) => /\((learner|focus)\)/.test(path))
    expect(learners.length).toBeGreaterThan(0)
    // What only leads on shows nothing of anybody.
    const showing = learners.filter(({ path }) => !leadingOn.includes(path.split('/').at(-2)!))
    expect(learners.length - showing.length).toBe(leadingOn.length)
    expect(showing.filter(({ text }) => !/requireLearner|requireAsking/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('with questions that can be put into the book say when they come back how those stand in it now', () => {
    const withQuestions = sources(['app'], /\.tsx$/).filter(({ text }) => /<(AnswerDetail|PracticeRecord) /.test(text))
    expect(withQuestions).toHaveLength(2)
    expect(withQuestions.filter(({ text }) => !text.includes('<FreshPage />')).map(({ path }) => path)).toEqual([])
  })

  it('have no server actions', () => {
    expect(sources(['app', 'components', 'lib']).filter(({ text }) => /^\s*['"]use server['"]/m.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('doors', () => {
  const doors = sources(['app/api'], /route\.ts$/)
  it('admit by a door, so that none forgets session, gate and errors', () => {
    const own = ['app/api/health/route.ts', 'app/api/ready/route.ts', 'app/api/domains/ask/route.ts', 'app/api/[...nowhere]/route.ts']
    expect(doors.filter(({ path, text }) => !own.includes(path) && !/learnerDoor|publicDoor/.test(text)).map(({ path }) => path)).toEqual([])
  })
  it('without a session lie below /api/public', () => {
    expect(doors.filter(({ path, text }) => /publicDoor/.test(text) && !path.startsWith('app/api/public/')).map(({ path }) => path)).toEqual([])
    expect(doors.filter(({ path, text }) => /learnerDoor/.test(text) && path.startsWith('app/api/public/')).map(({ path }) => path)).toEqual([])
  })
})
