import { startViewer } from '../observe/viewer.mjs'
import { readArguments } from './arguments.mjs'
import { loadSettings } from './command.mjs'
import { prepare } from './install.mjs'
import { onInterrupt } from './processes.mjs'
import { explain, Refusal } from './refusal.mjs'
import { otherPlatform, readPort } from './settings.mjs'
import { up } from './up.mjs'

const usage = `npm run observe [-- --attach]
A page with figures and traces. Starts the product with both switched on, unless it runs already or --attach says that its servers run elsewhere.`

const word = (name, otherwise) => process.env[name] || otherwise

/** Whether a web answers at a port of this machine: another program there does not make the product run. */
async function isWebAt(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5000), headers: { connection: 'close' } })).ok
  } catch {
    return false
  }
}

/** The servers whose figures are shown: OBSERVE_TARGETS (`name=address, …`), else the product on this machine, of which another platform is no part. */
function targetsOf({ web, api }) {
  const here = [`web=http://127.0.0.1:${web}`, ...(otherPlatform(readPort('TRAINING_API_PORT', 4000)) ? [] : [`training API=http://127.0.0.1:${api}`])]
  const given = word('OBSERVE_TARGETS', here.join(','))
  return given.split(',').map((pair) => {
    const [, name, url] = /^\s*([^=]+)=(https?:\/\/\S+?)\/*\s*$/.exec(pair) ?? []
    if (!url) throw new Refusal(`OBSERVE_TARGETS must look like web-1=http://web-1:9464,web-2=http://web-2:9464, not "${pair}".`)
    return { name, url }
  })
}

async function view(port, host, targets) {
  try {
    await startViewer({ port, host, targets })
  } catch (error) {
    throw new Refusal(`The viewer cannot listen on port ${port} (${error.code}); choose another with OBSERVE_PORT.`)
  }
  console.log(`Figures and traces: http://127.0.0.1:${port}/`)
}

/**
 * Shows figures and traces on a page. When nothing runs yet, the product is started with both switched on; when it runs (or with
 * `--attach`), only the page is there, for servers that were started with them.
 */
export async function observe() {
  const { values } = readArguments(usage, { options: { attach: { type: 'boolean' } } })
  try {
    if (!loadSettings() && !(await prepare())) return
    const port = readPort('OBSERVE_PORT', 4318)
    const host = word('OBSERVE_HOST', '127.0.0.1')
    const figures = { web: readPort('METRICS_PORT', 9464), api: readPort('TRAINING_API_METRICS_PORT', 9465) }
    const targets = targetsOf(figures)
    if (!values.attach && !(await isWebAt(readPort('PORT', 3000)))) {
      Object.assign(process.env, { METRICS_PORT: String(figures.web), TRAINING_API_METRICS_PORT: String(figures.api), OTEL_EXPORTER_OTLP_ENDPOINT: word('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`) })
      return await up({ development: false, beside: () => view(port, host, targets) })
    }
    onInterrupt(() => process.exit(0))
    await view(port, host, targets)
    console.log('Press Ctrl-C to stop.')
    setInterval(() => {}, 3_600_000)
  } catch (error) {
    process.exitCode = explain(error)
  }
}
