import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { foldedName } from '../rules/packages.ts'

/** Names of folders that differ only in letter case multiply; no package that anybody made needs as many. */
const mostFolders = 100

/**
 * The path of a file in a package's folder that an address means in other letter case or another form of Unicode, as pages call files that
 * were packed under Windows or macOS; null when there is none. `file` has been found to lead nowhere else.
 */
export async function findFolded(folder: string, file: string, seen = { folders: 0 }): Promise<string | null> {
  if ((seen.folders += 1) > mostFolders) return null
  const [name = '', ...rest] = file.split('/')
  const wanted = foldedName(name)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  // Of folders there may be several that differ only so; of files there are none.
  for (const entry of entries) {
    if (foldedName(entry.name) !== wanted) continue
    if (rest.length === 0) {
      if (entry.isFile()) return entry.name
    } else if (entry.isDirectory()) {
      const found = await findFolded(path.join(folder, entry.name), rest.join('/'), seen)
      if (found !== null) return `${entry.name}/${found}`
    }
  }
  return null
}
