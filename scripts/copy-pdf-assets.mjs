// What pdf.js fetches while it reads a document (character maps, fonts, decoders), from its package into public/pdf.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'node_modules', 'pdfjs-dist')
const target = join(root, 'public', 'pdf')
const stamp = join(target, 'version')
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** Brings public/pdf up to the version of pdfjs-dist that is installed; nothing is done when it is there already. */
export function copyPdfAssets() {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const folder of folders) cpSync(join(source, folder), join(target, folder), { recursive: true })
  writeFileSync(stamp, version)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyPdfAssets()
