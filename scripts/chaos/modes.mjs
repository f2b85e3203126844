import { chaosDisk } from './disk.mjs'
import { chaosExams } from './exams.mjs'
import { chaosStudy } from './study.mjs'
import { chaosUpstream } from './upstream.mjs'
import { chaosWrites } from './writes.mjs'

/** Every mode: what it runs, how many rounds alone and in the mixed run, how many learners are at work, and whether some come through the web. */
export const modes = {
  study: { run: chaosStudy, rounds: 20, mixedRounds: 5, takers: 10 },
  exams: { run: chaosExams, rounds: 20, mixedRounds: 6, takers: 30, withWeb: true },
  writes: { run: chaosWrites, rounds: 20, mixedRounds: 8, takers: 10, withWeb: true },
  upstream: { run: chaosUpstream, rounds: 24, mixedRounds: 12, takers: 4, withWeb: true },
  disk: { run: chaosDisk, rounds: 12, mixedRounds: 4, takers: 4 },
}
