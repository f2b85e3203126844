// A training API with a world of its own in a folder that goes with it, for the tests in a browser: the demo world, a course of
// packages as foreign tools write them, and tenants to be walked over.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../training-api/db/client.ts'
import { demoMediaFolder } from '../../training-api/context.ts'
import { seedDemoWorld } from '../../training-api/seed/index.ts'
import { addForeignCourse } from './foreign-course.ts'
import { addMadeUpTenants } from './made-up-tenants.ts'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-e2e-'))
const media = join(folder, 'media')
const packages = join(media, 'courseware')
mkdirSync(packages, { recursive: true })
for (const name of readdirSync(demoMediaFolder)) if (name !== 'courseware') symlinkSync(join(demoMediaFolder, name), join(media, name))
for (const name of readdirSync(join(demoMediaFolder, 'courseware'))) symlinkSync(join(demoMediaFolder, 'courseware', name), join(packages, name))

const database = await openDatabase({ dataDir: folder })
await seedDemoWorld(database.db, { now: new Date() })
await addForeignCourse(database.db, media)
await addMadeUpTenants(database.db)
await database.close()

const child = spawn(process.execPath, ['training-api/server.ts'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: folder, MEDIA_DIR: media } })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 0)
})
