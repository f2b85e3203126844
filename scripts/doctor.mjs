// `npm run doctor [-- --domain D] [--account A --password P] [--web URL]`: tries configuration, platform and web, and says in people's words what is wrong.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// The web's own adapter is run as it is written: its aliases are resolved here, and its mark "server only" is true.
const { status } = spawnSync(
  process.execPath,
  ['--conditions=react-server', '--disable-warning=ExperimentalWarning', '--import', new URL('./doctor/aliases.mjs', import.meta.url).href, fileURLToPath(new URL('./doctor/main.mjs', import.meta.url)), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
