import { demoLearners } from '../lib/demo-world.mjs'

/**
 * Every mode: what loads it, once the packages are there, how many rounds alone and in the mixed run, how many learners are at work, and
 * whether some come through the web. `mostRounds` and `mostTakers` say how many it can have where everybody must be somebody else: one who
 * does two things at once would be taken for a fault. What is `onGivenServer` uses the server that BENCH_DATABASE_URL names, where it names one.
 */
export const modes = {
  study: { load: async () => (await import('./study.mjs')).chaosStudy, rounds: 20, mixedRounds: 5, takers: 10 },
  exams: { load: async () => (await import('./exams.mjs')).chaosExams, rounds: 20, mixedRounds: 6, takers: 30, withWeb: true },
  writes: { load: async () => (await import('./writes.mjs')).chaosWrites, rounds: 20, mixedRounds: 8, takers: 10, withWeb: true },
  upstream: { load: async () => (await import('./upstream.mjs')).chaosUpstream, rounds: 24, mixedRounds: 12, takers: 4, withWeb: true, mostTakers: Math.floor((demoLearners * 2) / 3) },
  browser: { load: async () => (await import('./browser.mjs')).chaosBrowser, rounds: 24, mixedRounds: 6, takers: 2, withWeb: true, mostRounds: demoLearners },
  deploy: { load: async () => (await import('./deploy.mjs')).chaosDeploy, rounds: 4, mixedRounds: 1, takers: 6, withWeb: true, onGivenServer: true, mostTakers: 199 },
  parts: { load: async () => (await import('./parts.mjs')).chaosParts, rounds: 24, mixedRounds: 24, takers: 6, withWeb: true, onGivenServer: true, mostTakers: 99 },
  disk: { load: async () => (await import('./disk.mjs')).chaosDisk, rounds: 12, mixedRounds: 4, takers: 4, withWeb: true, mostTakers: Math.floor((demoLearners * 2) / 3) },
}
