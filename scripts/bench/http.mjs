// One request and the bytes of its answer, on kept connections.
import { Agent, request } from 'node:http'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'

const readers = { gzip: gunzipSync, zstd: zstdDecompressSync }
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends a request to a port of this machine; a kept connection that the server has just closed is no failure and is tried once more. */
export async function exchange(port, wanted) {
  return exchangeOnce(port, wanted).catch((error) => (error.code === 'ECONNRESET' ? exchangeOnce(port, wanted) : Promise.reject(error)))
}

function exchangeOnce(port, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, agent, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) } }, (reply) => {
      const chunks = []
      reply.on('data', (chunk) => chunks.push(chunk)).on('error', reject).on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: reply.statusCode, headers: reply.headers, cookies: reply.headers['set-cookie'] ?? [], bytes, text: (readers[reply.headers['content-encoding']]?.(bytes) ?? bytes).toString('utf8') })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
