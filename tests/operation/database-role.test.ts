import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { postgresPrograms } from '@/scripts/lib/parts.mjs'
import { freePort } from '../support/free-port'
import { root } from '../support/sources'

// deploy/database.sql as PostgreSQL's image runs it (docker-library/postgres, docker-entrypoint.sh), on a server of the kind that it makes.

const found = postgresPrograms()
/** Beside what the found programs lead to there is psql, too. */
const programs = found && dirname(realpathSync(join(found, 'initdb')))
const hasPostgres = programs !== undefined && existsSync(join(programs, 'psql'))
const password = `it's "quoted" \\ and $long`
let folder: string
let port: number
const children: ChildProcess[] = []

/** PostgreSQL does not run as root: as its own user then. */
const owner = (() => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
})()

function run(program: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stderr, error } = spawnSync(join(programs!, program), args, { ...owner, cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', PATH: process.env.PATH, ...env } })
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`)
}

/** Somebody on the server, by the network with a password, or from inside the container without one. */
async function as<T>(user: string, database: string, ask: (client: pg.Client) => Promise<T>, inside = false): Promise<T> {
  const client = new pg.Client({ user, database, port, host: inside ? folder : '127.0.0.1', ...(inside ? {} : { password }) })
  client.on('error', () => undefined)
  await client.connect()
  return ask(client).finally(() => client.end())
}

describe.runIf(hasPostgres)('the database of the grown form', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trainhall-role-'))
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
    port = await freePort()
    run('initdb', ['-D', join(folder, 'data'), '-U', 'postgres', '--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync'])
    const server = spawn(join(programs!, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`], { ...owner, cwd: folder, stdio: 'ignore' })
    children.push(server)
    await vi.waitFor(() => as('postgres', 'postgres', (client) => client.query(`alter role postgres password '${password.replaceAll("'", "''")}'`), true), { timeout: 30_000, interval: 100 })
    run('psql', ['-v', 'ON_ERROR_STOP=1', '--no-password', '--no-psqlrc', '--username', 'postgres', '--dbname', 'postgres', '-h', folder, '-p', String(port), '-f', `${root}deploy/database.sql`], { POSTGRES_PASSWORD: password })
  }, 60_000)
  afterAll(async () => {
    for (const child of children.reverse()) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGINT')) await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it('is a role’s of its own, which may do nothing beside it', async () => {
    const { rows } = await as('trainhall', 'trainhall', (client) => client.query('select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user'))
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false }])
    for (const statement of ['create database other', 'create role other', 'alter role trainhall superuser', `copy (select 1) to program 'id'`, `select pg_read_file('postgresql.conf')`, 'create extension plpython3u', 'alter system set log_statement = none']) {
      await expect(as('trainhall', 'trainhall', (client) => client.query(statement)), statement).rejects.toThrow(/permission denied|must be superuser|must have|not available|Only roles/)
    }
    for (const database of ['postgres', 'template1']) await expect(as('trainhall', database, (client) => client.query('select 1'))).rejects.toThrow('permission denied for database')
  })

  it('knows no superuser by the network, also not with the password that it began with', async () => {
    await expect(as('postgres', 'postgres', (client) => client.query('select 1'))).rejects.toThrow('password authentication failed')
    expect((await as('postgres', 'trainhall', (client) => client.query('select current_user as name'), true)).rows).toEqual([{ name: 'postgres' }])
  })

  it('is all that the training API needs: it lays its tables and is ready', async () => {
    const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATA_DIR: mkdtempSync(join(tmpdir(), 'trainhall-role-data-')), TRAINING_API_PORT: '0', DEMO: 'off', UPSTREAM_CLIENT_SECRET: 'a-secret-of-this-test', DATABASE_URL: `postgres://trainhall:${encodeURIComponent(password)}@127.0.0.1:${port}/trainhall` }
    const api = spawn(process.execPath, [`${root}training-api/server.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(api)
    let said = ''
    for (const stream of [api.stdout, api.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
    const address = await vi.waitFor(() => /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? Promise.reject(new Error(said)), { timeout: 60_000, interval: 100 })
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    // Enough of a call that reads: an empty database knows no tenant.
    expect((await fetch(`${address}/admin/tenant/getTenantIdByUrl?url=train.example.com`, { headers: { 'tenant-id': '1' } })).status).toBeLessThan(500)
    const { rows } = await as('trainhall', 'trainhall', (client) => client.query(`select count(*)::int as tables, count(*) filter (where tableowner <> 'trainhall')::int as foreign from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`))
    expect(rows).toEqual([{ tables: expect.any(Number), foreign: 0 }])
    expect((rows[0] as { tables: number }).tables).toBeGreaterThan(50)
    rmSync(env.DATA_DIR, { recursive: true, force: true })
  }, 120_000)
})
