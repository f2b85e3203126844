import { rawHttp } from '../support/raw-http'
import { expect, test } from './fixtures'

test('a request with two Host headers is refused', async ({ baseURL }) => {
  const doubled = await rawHttp(Number(new URL(baseURL!).port || 80), ['GET /login HTTP/1.1', 'Host: localhost', 'Host: bgy.localhost'])
  expect(doubled.status).toBe(400)
})
