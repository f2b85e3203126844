// A training API with a world of its own in a folder that goes with it, for the tests in a browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-e2e-'))
const child = spawn(process.execPath, ['training-api/server.ts'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: folder } })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 0)
})
