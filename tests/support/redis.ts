import { spawn, spawnSync, type ChildProcess } from 'node:child_process'

/** Whether tests can have a Redis here. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis on a port of this machine, empty and without files; there once it takes connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of server.stdout!) if (String(line).includes('Ready to accept')) break
  return server
}
