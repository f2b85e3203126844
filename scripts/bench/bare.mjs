// What Node alone costs: the same bytes from a server that does nothing else but read what it is sent. A PUT leaves the bytes that a path
// answers with.
import { createServer } from 'node:http'

const bodies = new Map([['/', Buffer.alloc(10_240, 'x')]])

createServer(async (request, response) => {
  if (request.method !== 'GET') {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    if (request.method === 'PUT') {
      bodies.set(request.url, sent)
      return response.end()
    }
  }
  const body = bodies.get(request.url)
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
