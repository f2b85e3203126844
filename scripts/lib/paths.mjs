import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
export const modules = join(root, 'node_modules')
export const windows = process.platform === 'win32'

/** The Node 24 that the `node` package brings; every command runs on it, whatever Node is installed. */
export const pinnedNode = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')

/** Whether this process already runs on the pinned Node. */
export function onPinnedNode() {
  try {
    return realpathSync(process.execPath) === realpathSync(pinnedNode)
  } catch {
    return false
  }
}

/** The search path without this project's own programs: npm must not run on a Node that it is about to replace. */
export function pathWithoutModules() {
  const own = join(modules, '.bin')
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== own).join(delimiter)
}
