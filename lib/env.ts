import 'server-only'
import { z } from 'zod'

/** Blanks alone would be 0. */
const number = (must: string) => z.string().regex(/\S/, must).pipe(z.coerce.number(must))
/** With an end: what is longer than a timer, a date or the store's counters take ends at once, or is not kept. */
const whole = (low: number, high: number) => {
  const must = `must be a whole number from ${low} to ${high}`
  return number(must).pipe(z.int(must).min(low, must).max(high, must))
}
const [TEN_MINUTES_MS, HOUR_MS] = [600_000, 3_600_000]
const [DAY_SECONDS, TEN_YEARS_SECONDS] = [86_400, 315_360_000]
const port = whole(1, 65_535)
const digits = z.string().regex(/^\d+$/, 'must be digits')
const oneOf = <const Words extends [string, ...string[]]>(...words: Words) => z.enum(words, `must be ${words.join(' or ')}`)
const origin = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4000' }).transform((value) => value.replace(/\/+$/, ''))
/** An address to which paths are added. */
const base = origin.refine((address) => !/[?#]/.test(address), 'must be an address without ? and #')
/** A scheme and a host, as browsers write them: where a path stood, nothing would be compared with it rightly. */
const bareOrigin = origin.refine((address) => /^https?:\/\/[^/?#@]+$/.test(address), 'must be a scheme and a host without a path, such as https://example-courseware.com').transform((address) => new URL(address).origin)
/** By which the demo knows its web, and everybody does. */
const KNOWN_TO_ALL = 'train'
const list = z.string().default('').transform((value) => value.split(',').map((item) => item.trim()).filter(Boolean))

const hosts = list.transform((all) => all.map((one) => one.toLowerCase())).refine((all) => all.every((one) => /^(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[a-f\d:]+\])(?::\d{1,5})?$/.test(one)), 'must hold hosts such as cdn.example.com, without https:// and path')

/** Whether the client of Redis can read an address: on one that it cannot, the web would go on with its own memory. */
function isRedisAddress(address: string): boolean {
  try {
    const { hostname, pathname, username, password } = new URL(address)
    decodeURIComponent(username + password)
    return hostname !== '' && /^(?:\/\d*)?$/.test(pathname)
  } catch {
    return false
  }
}

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  /** `fetch` takes no name and password in an address. */
  UPSTREAM_BASE_URL: base.refine((address) => !/^[^/]*\/\/[^/]*@/.test(address), 'must be an address without name and password').default('http://127.0.0.1:4000'),
  /** Name and secret are told with a colon between them. */
  UPSTREAM_CLIENT_ID: z.string().regex(/^[^:]+$/, 'must be a name without a colon').default('train'),
  UPSTREAM_CLIENT_SECRET: z.string().min(1).default(KNOWN_TO_ALL),
  UPSTREAM_PASSWORD_CIPHER: oneOf('aes-cbc-zero', 'aes-cfb', 'none').default('aes-cbc-zero'),
  UPSTREAM_PASSWORD_KEY: z.string().refine((key) => Buffer.byteLength(key) === 16, 'must be 16 bytes').default('pigxpigxpigxpigx'),
  UPSTREAM_LOGIN_TENANT_HEADER: digits.default('1'),
  UPSTREAM_TENANT_FLAG: z.string().default('{tenantId}'),
  UPSTREAM_CAPTCHA_CODE: z.string().default('blockPuzzle'),
  UPSTREAM_TIMEOUT_MS: whole(1, TEN_MINUTES_MS).default(7_000),
  UPSTREAM_UPLOAD_TIMEOUT_MS: whole(1, HOUR_MS).default(120_000),
  /** Hosts besides the upstream's own from which files (videos, pictures, documents) may be fetched. */
  FILE_HOSTS: hosts,
  /** Folders of the platform besides /admin/file and /train/file whose files may be fetched. Two names at least: one alone is a whole service. */
  FILE_PATHS: list.refine((all) => all.every((one) => /^(?:\/[\w-]+){2,}$/.test(one)), 'must hold folders such as /admin/sys-file'),
  /** Who hears of weaknesses, for security.txt: addresses such as mailto:security@example.org or https://…, separated by commas. */
  SECURITY_CONTACT: list.refine((all) => all.every((one) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(one)), 'must hold addresses that begin with mailto:, https:// or tel:'),
  DEFAULT_TENANT_ID: digits.default('82'),
  SIMULATION_BASE_URL: origin.optional(),
  /** The second host on which courseware runs; without it courseware is off. */
  CONTENT_ORIGIN: bareOrigin.optional(),
  /** Separated by commas: the first seals, all open, so that a change of secrets keeps sessions alive. */
  SESSION_SECRET: z.string().optional(),
  SESSION_MAX_AGE_SECONDS: whole(1, TEN_YEARS_SECONDS).default(86_400),
  /** A session that nobody uses for so long is over. */
  SESSION_IDLE_SECONDS: whole(1, TEN_YEARS_SECONDS).default(28_800),
  /** The scheme under which browsers reach us; with https cookies are Secure and addresses absolute with https. */
  PUBLIC_SCHEME: oneOf('http', 'https').default('http'),
  /** The port in addresses that leave the product (QR codes, canonical); without it the scheme's own for https, else the one listened on. */
  PUBLIC_PORT: port.optional(),
  PORT: port.default(3000),
  /** Only with a proxy of ours in front may X-Forwarded-Host be believed. */
  TRUST_PROXY: oneOf('0', '1').default('0').transform((value) => value === '1'),
  /** So long the web shows what it last saw of a tenant, its apps and whether strangers may register, before it asks again. */
  TENANT_CACHE_SECONDS: whole(1, DAY_SECONDS).default(15),
  /** Shared by several webs: ended sessions and counters. Without it each web has its own. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must begin with redis:// or rediss://' }).refine(isRedisAddress, 'must be an address such as redis://127.0.0.1:6379, with no path but the number of a database').optional(),
  /** How long, asked to end (SIGTERM), the web still serves while it says that it is not ready; 0 for a web that no proxy stands before. */
  DRAIN_SECONDS: whole(0, 300).default(0),
  /** Where Prometheus reads figures, on a port of its own; without it there are none. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** A collector for traces (OTLP over HTTP); without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: base.optional(),
  /** What OpenTelemetry itself reads: a word that it does not know would send every trace, and say nothing. */
  OTEL_TRACES_SAMPLER: oneOf('always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio').optional(),
  OTEL_TRACES_SAMPLER_ARG: number('must be a share from 0 to 1').pipe(z.number().min(0, 'must be a share from 0 to 1').max(1, 'must be a share from 0 to 1')).optional(),
  /** The same switch as the training API's: in the demo addresses are hardly limited. */
  DEMO: z.enum(['on', 'off', '1', '0', 'true', 'false'], 'must be on or off').default('on').transform((word) => ['on', '1', 'true'].includes(word)),
})

export type Env = z.infer<typeof schema> & { sessionSecrets: string[] }

/** The settings of the web out of an environment; every mistake at once, in one error. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  const secrets = (source.SESSION_SECRET ?? '').split(',').map((item) => item.trim()).filter(Boolean)
  if (secrets.length === 0 && source.NODE_ENV !== 'production') secrets.push('development-secret-of-32-characters!')
  // The build has no secret and needs none: it renders no page of a learner.
  const isBuild = source.NEXT_PHASE === 'phase-production-build'
  if (isBuild) secrets.push('x'.repeat(32))
  if (secrets.length === 0) problems.push('SESSION_SECRET is missing: give at least 32 random characters')
  if (secrets.some((secret) => secret.length < 32)) problems.push('SESSION_SECRET must have at least 32 characters')
  if (parsed.success && !parsed.data.DEMO && source.NODE_ENV === 'production' && !isBuild && parsed.data.UPSTREAM_CLIENT_SECRET === KNOWN_TO_ALL) {
    problems.push('UPSTREAM_CLIENT_SECRET must be another than the demo’s: with DEMO=off give the one by which the platform knows this web')
  }
  if (parsed.success && parsed.data.OTEL_TRACES_SAMPLER_ARG !== undefined && !parsed.data.OTEL_TRACES_SAMPLER?.endsWith('traceidratio')) problems.push('OTEL_TRACES_SAMPLER_ARG needs OTEL_TRACES_SAMPLER=parentbased_traceidratio or traceidratio')
  if (!parsed.success || problems.length) throw new Error(`The web cannot start, because of its settings: ${problems.join('; ')}.`)
  return { ...parsed.data, sessionSecrets: secrets }
}

export const env = parseEnv(process.env)
