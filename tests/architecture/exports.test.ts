import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { sources, withoutComments } from '../support/sources'

type File = { path: string; text: string }

/** What is exported although nothing that runs asks for it, each with the reason. */
const allowed = new Map([
  ['lib/domain/session.ts: hasRole', 'the permission helper of spec 1 §6: nothing is gated by a role yet'],
  ['lib/request/tenant-cache.ts: forgetKept', 'tests of what is kept begin with nothing kept'],
  ['lib/training/known-exams.ts: forgetExams', 'tests of what is known begin with nothing known'],
  ['training-api/code-sender.ts: longestSendMs', 'a test holds it against the patience of the web'],
  ['training-api/jobs.ts: runJob', 'tests do not wait for the clock'],
])

const isTest = (path: string) => /^(training-api\/)?tests\//.test(path)
/** Tables are exported for the migrations, which read them all. */
const isOurs = (path: string) => /^(lib|components|training-api)\//.test(path) && !path.startsWith('training-api/db/schema/')
const bare = (path: string) => path.replace(/\.(tsx?|mjs|js)$/, '')
const fileMeant = (from: string, specifier: string) => bare(specifier.startsWith('@/') ? specifier.slice(2) : posix.join(posix.dirname(from), specifier))
const isWord = (name: string, text: string) => new RegExp(`\\b${name}\\b`).test(text)

/** Names that a file exports by declaring them. */
const exportsOf = (text: string) => [...text.matchAll(/^export (?:async )?(?:const|let|function|class|type|interface) (\w+)/gm)].flatMap(([, name]) => name ?? [])

/** What some files import by name, as `file: name`; of a file that is loaded later or as a whole, whatever word its importer says. */
function imported(files: readonly File[]): { names: Set<string>; whole: Map<string, string[]> } {
  const names = new Set<string>()
  const whole = new Map<string, string[]>()
  for (const { path, text } of files) {
    for (const [, list = '', specifier = ''] of text.matchAll(/^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([@.]\/?[^']+)'/gm)) {
      for (const part of list.split(',')) names.add(`${fileMeant(path, specifier)}: ${part.trim().replace(/^type /, '').replace(/ as .*/, '')}`)
    }
    for (const [, specifier = ''] of text.matchAll(/(?:import\(|\* as \w+ from )'([@.]\/?[^']+)'/g)) {
      const file = fileMeant(path, specifier)
      whole.set(file, [...(whole.get(file) ?? []), text])
    }
  }
  return { names, whole }
}

/** Exports that no other file imports and that their own does not use either. */
function deadExports(files: readonly File[]): string[] {
  const { names, whole } = imported(files)
  return files.filter(({ path }) => isOurs(path)).flatMap(({ path, text }) => {
    const words = withoutComments(text)
    return exportsOf(text)
      .filter((name) => !names.has(`${bare(path)}: ${name}`) && !whole.get(bare(path))?.some((importer) => isWord(name, importer)))
      .filter((name) => words.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1)
      .map((name) => `${path}: ${name}`)
  })
}

it('has no exports that only tests, or nobody, asks for', () => {
  const running = sources(['.']).filter(({ path }) => !isTest(path))
  expect(running.length).toBeGreaterThan(1_000)
  expect(deadExports(running).toSorted()).toEqual([...allowed.keys()].toSorted())
})

it('would find one', () => {
  const files = [
    { path: 'lib/a.ts', text: "/** dead and dead. */\nexport const dead = 1\nexport const lonely = 2\nexport const inside = 3\nexport const late = inside\nexport type Used = 4\nexport async function named() {}\n" },
    { path: 'lib/b.ts', text: "import { named as other, type Used } from './a'\nimport { lonely } from '@/lib/c'\n" },
    { path: 'lib/c.ts', text: "const { late } = await import('@/lib/a')\n" },
  ]
  expect(deadExports(files)).toEqual(['lib/a.ts: dead', 'lib/a.ts: lonely'])
  expect(deadExports(files.slice(0, 1))).toEqual(['lib/a.ts: dead', 'lib/a.ts: lonely', 'lib/a.ts: late', 'lib/a.ts: Used', 'lib/a.ts: named'])
})
