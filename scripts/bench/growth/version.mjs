// What a kept world of a measurement is known by.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../../lib/paths.mjs'

/** Folders and files out of which a world is made: what fills it, by which rules, and how it is laid out. */
const sources = [
  ...['templates', 'copies', 'figures', 'size', 'worlds'].map((name) => `scripts/bench/growth/${name}.mjs`),
  ...['db/migrations', 'db/schema', 'seed', 'rules', 'queries/label-sets.ts', 'queries/rank-pieces.ts'].map((path) => `training-api/${path}`),
]

/** The files of a source, in an order that is the same everywhere. */
function filesOf(source) {
  if (/\.\w+$/.test(source)) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}

/** A name that changes with whatever decides what is in a world; `read` gives the text of a file. */
export function worldVersion(read = (file) => readFileSync(join(root, file), 'utf8')) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(read(file))
  return hash.digest('hex').slice(0, 16)
}
