import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the tests of the lint rules put there for a moment, and break on purpose. */
const isCanary = (path: string) => /(?:^|\/)canary-[\w-]+\.\w+$/.test(path)

/** The project's source files (tracked or new) below some folders, with their text. */
export function sources(folders: string[], ending = /\.(ts|tsx|mjs)$/): { path: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], { cwd: root, encoding: 'utf8' })
  return listed.split('\n').filter((path) => ending.test(path) && !isCanary(path)).flatMap((path) => {
    try {
      return [{ path, text: readFileSync(`${root}${path}`, 'utf8') }]
    } catch {
      return []
    }
  })
}

/** The lines of a file that match, as `path:line: text`. */
export function linesWith(files: { path: string; text: string }[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) => text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])))
}

/** A text without its comments: they may name things in the words of the contract. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}
