// Lets Node resolve the web's imports: `@/…` is the project's folder, and names come without their ending.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('../../', import.meta.url)

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('@/') ? new URL(specifier.slice(2), root) : /^\.{1,2}\//.test(specifier) && context.parentURL ? new URL(specifier, context.parentURL) : null
    if (ours && !existsSync(fileURLToPath(ours)) && existsSync(`${fileURLToPath(ours)}.ts`)) return { url: pathToFileURL(`${fileURLToPath(ours)}.ts`).href, shortCircuit: true }
    return next(specifier, context)
  },
})
