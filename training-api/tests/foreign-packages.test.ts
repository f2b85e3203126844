import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignPackages } from '../../tests/support/foreign-packages.ts'
import { judgePackage } from '../packages/zip.ts'
import { zipOf } from './zips.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-foreign-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addresses: Record<string, string[]> = {
  storyline: ['index_lms.html'],
  captivate: ['index.html'],
  rise: ['scormdriver/indexAPI.html'],
  adapt: ['index_lms.html'],
  exe: ['课程/第 1 节.html?part=1', '课程/第 2 节.html?part=2&x=%20', '课程/第 1 节.html?part=3#end'],
  golf: ['shared/launchpage.html?content=playing'],
}

test.each(foreignPackages)('$like is read', async ({ name, standard, parts }) => {
  const zip = path.join(folder, `${name}.zip`)
  writeFileSync(zip, zipOf(parts))
  const judged = await judgePackage(zip)
  judged.close()
  expect(judged.manifest.standard).toBe(standard)
  const shown = judged.manifest.items.map(({ href }) => {
    const [file = '', rest] = href.split(/(?=[?#])/, 2)
    return decodeURIComponent(file) + (rest === undefined ? '' : href.slice(file.length))
  })
  expect(shown).toEqual(addresses[name])
})
