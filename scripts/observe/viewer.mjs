// Takes traces (OTLP over HTTP, JSON) and shows them beside the servers' figures. For one machine and one person: nothing is kept on disk.
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { readFigures } from './figures.mjs'
import { pageOf } from './page.mjs'
import { traceMemory } from './traces.mjs'

const MOST_BYTES = 16 * 1024 * 1024

async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  return JSON.parse(request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole, { maxOutputLength: MOST_BYTES }) : whole)
}

/** A viewer that listens; `targets` are the servers whose figures it asks for at each look. */
export function startViewer({ port, host, targets }) {
  const memory = traceMemory()
  const server = createServer(async (request, response) => {
    try {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        memory.take(await bodyOf(request))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      } else if (request.method === 'GET' && request.url === '/') {
        const servers = await Promise.all(targets.map(readFigures))
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }).end(pageOf(servers, memory.latest(200)))
      } else if (request.method === 'GET' && request.url === '/traces.json') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(memory.latest(200)))
      } else response.writeHead(404).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.unref()
      resolve(server)
    })
  })
}
