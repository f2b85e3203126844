// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The doors that change something and that `npm run chaos` leaves out, and why. */
const leftOut: Record<string, string> = {
  'POST /api/account/avatar': 'one file, which goes on to the upload of the platform that the mode `disk` calls',
  'POST /api/account/contact': 'thirty changes an hour of each learner, which whoever tries again and again in a trouble has soon used up',
  'POST /api/account/password': 'ends the sessions of its learner, who would be at work no more',
  'POST /api/attempts/absence': 'a paper of chaos has no rule about absences, so nothing is kept of one that could be looked for',
  'POST /api/attempts/files': 'only for a paper whose end did not come through in time, of which chaos has none',
  'POST /api/attempts/standing': 'looks',
  'POST /api/catalogue/unlock': 'a course in an order, of which a section is unlocked once for ever; the world of chaos has none that is locked',
  'POST /api/courseware/alive': 'keeps a launch for a while, which nobody is told is kept',
  'POST /api/courseware/launch': 'hands out an address for a while',
  'POST /content/[ticket]/commit': 'goes on to the call of the platform that keeps a place in a document, with a text; the modes `disk` and `study` call that',
  'POST /api/exams/launch': 'hands out an address for a while',
  'POST /api/exams/player': 'hands out an address for a while',
  'POST /api/exams/simulation': 'needs the result of a simulator, which is not here',
  'POST /api/simulation/launch': 'hands out an address for a while',
  'POST /api/simulation/result': 'needs the result of a simulator, which is not here',
  'POST /api/study/plan-exam': 'needs an exam that is an item of a plan, and is left; it reports no time',
  'POST /api/study/section': 'looks; a POST only because each look has another ticket',
  'POST /api/public/account/code': 'sends a text message, so few a day that nobody can try again and again',
  'POST /api/public/account/phone': 'looks',
  'POST /api/public/account/register': 'needs a code from a text message for each learner, and says the second time that the phone is taken',
  'POST /api/public/account/reset': 'needs a code from a text message, and ends the sessions of its learner',
  'POST /api/public/account/reset-check': 'needs a code from a text message',
  'POST /api/public/notices/read': 'counts readers, of whom none is told that they count',
  'POST /api/public/session/check': 'looks, and takes away a cookie that is over',
}

const unsafe = /export (?:const|async function) (POST|PUT|DELETE|PATCH)\b/g
const methodsIn = (text: string) => [...text.matchAll(/'(POST|PUT|DELETE|PATCH)'/g)].map(([, method]) => method!)

/** Every door that changes something, as method and address. */
const doors = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|\/)route\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(`app/${name}`, 'utf8').matchAll(unsafe)].map(([, method]) => `${method} /${name.replace('/route.ts', '')}`))

const source = (name: string) => readFileSync(`scripts/chaos/${name}.mjs`, 'utf8')
/** The doors that learners go through in `npm run chaos`, read from what they call. */
const tried = new Set([
  ...[...source('calls').matchAll(/\bdoor\(([^']*'[^,]*), '([\w/-]+)'/g)].flatMap(([, methods, path]) => methodsIn(methods!).map((method) => `${method} /api/${path}`)),
  ...[...source('web').matchAll(/\bcall\('([\w-]+)'/g)].map(([, door]) => `POST /api/attempts/${door}`),
  ...[source('web'), source('parts')].flatMap((text) => [...text.matchAll(/'?(\/api\/(?:public\/)?session(?:\/end)?)[`']/g)].map(([, path]) => `POST ${path}`)),
])

test('every door that changes something is gone through by chaos, or it is said why not', () => {
  expect(doors.length).toBeGreaterThan(40)
  expect(tried.size).toBeGreaterThan(20)
  expect(doors.filter((door) => !tried.has(door) && !(door in leftOut))).toEqual([])
  // No reason for what is gone through, or is not there any more, and nothing gone through that is no door.
  expect(Object.keys(leftOut).filter((door) => tried.has(door) || !doors.includes(door))).toEqual([])
  expect([...tried].filter((door) => !doors.includes(door))).toEqual([])
})
