import { connect } from 'node:net'
import { startViewer } from '../observe/viewer.mjs'
import { explain, Refusal } from './refusal.mjs'
import { up } from './up.mjs'

const word = (name, otherwise) => process.env[name] || otherwise

const isListening = (port) => new Promise((told) => {
  const socket = connect({ port, host: '127.0.0.1' })
  const end = (value) => { socket.destroy(); told(value) }
  socket.once('connect', () => end(true)).once('error', () => end(false))
})

/** The servers whose figures are shown: OBSERVE_TARGETS (`name=address, …`), else the product on this machine. */
function targetsOf({ web, api }) {
  const given = word('OBSERVE_TARGETS', `web=http://127.0.0.1:${web},training API=http://127.0.0.1:${api}`)
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
  const port = Number(word('OBSERVE_PORT', '4318'))
  const host = word('OBSERVE_HOST', '127.0.0.1')
  const figures = { web: word('METRICS_PORT', '9464'), api: word('TRAINING_API_METRICS_PORT', '9465') }
  const isRunning = process.argv.includes('--attach') || (await isListening(Number(word('PORT', '3000'))))
  if (!isRunning) {
    Object.assign(process.env, { METRICS_PORT: figures.web, TRAINING_API_METRICS_PORT: figures.api, OTEL_EXPORTER_OTLP_ENDPOINT: word('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`) })
    return up({ development: false, beside: () => view(port, host, targetsOf(figures)) })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
  try {
    await view(port, host, targetsOf(figures))
    console.log('Press Ctrl-C to stop.')
    setInterval(() => {}, 3_600_000)
  } catch (error) {
    process.exitCode = explain(error)
  }
}
