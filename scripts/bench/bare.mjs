// What Node alone costs: the same bytes from a server that does nothing else.
import { createServer } from 'node:http'

const body = Buffer.alloc(Number(process.env.BYTES ?? 10_240), 'x')
createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)).listen(Number(process.env.PORT), '127.0.0.1')
