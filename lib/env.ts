import 'server-only'
import { z } from 'zod'

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const origin = z.url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4000' }).transform((value) => value.replace(/\/+$/, ''))
/** By which the demo knows its web, and everybody does. */
const KNOWN_TO_ALL = 'train'
const list = z.string().default('').transform((value) => value.split(',').map((item) => item.trim()).filter(Boolean))

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  UPSTREAM_BASE_URL: origin.default('http://127.0.0.1:4000'),
  UPSTREAM_CLIENT_ID: z.string().min(1).default('train'),
  UPSTREAM_CLIENT_SECRET: z.string().min(1).default(KNOWN_TO_ALL),
  UPSTREAM_PASSWORD_CIPHER: z.enum(['aes-cbc-zero', 'aes-cfb', 'none']).default('aes-cbc-zero'),
  UPSTREAM_PASSWORD_KEY: z.string().refine((key) => Buffer.byteLength(key) === 16, 'must be 16 bytes').default('pigxpigxpigxpigx'),
  UPSTREAM_LOGIN_TENANT_HEADER: z.string().regex(/^\d+$/).default('1'),
  UPSTREAM_TENANT_FLAG: z.string().default('{tenantId}'),
  UPSTREAM_CAPTCHA_CODE: z.string().default('blockPuzzle'),
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(7_000),
  UPSTREAM_UPLOAD_TIMEOUT_MS: z.coerce.number().int().positive().default(120_000),
  /** Hosts besides the upstream's own from which files (videos, pictures, documents) may be fetched. */
  FILE_HOSTS: list,
  /** Who hears of weaknesses, for security.txt: addresses such as mailto:security@example.org or https://…, separated by commas. */
  SECURITY_CONTACT: list.refine((all) => all.every((one) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(one)), 'must hold addresses that begin with mailto:, https:// or tel:'),
  DEFAULT_TENANT_ID: z.string().regex(/^\d+$/).default('82'),
  SIMULATION_BASE_URL: origin.optional(),
  /** The second host on which courseware runs; without it courseware is off. */
  CONTENT_ORIGIN: origin.optional(),
  /** Separated by commas: the first seals, all open, so that a change of secrets keeps sessions alive. */
  SESSION_SECRET: z.string().optional(),
  SESSION_MAX_AGE_SECONDS: seconds(86_400),
  /** A session that nobody uses for so long is over. */
  SESSION_IDLE_SECONDS: seconds(28_800),
  /** The scheme under which browsers reach us; with https cookies are Secure and addresses absolute with https. */
  PUBLIC_SCHEME: z.enum(['http', 'https']).default('http'),
  /** The port in addresses that leave the product (QR codes, canonical); without it the scheme's own for https, else the one listened on. */
  PUBLIC_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Only with a proxy of ours in front may X-Forwarded-Host be believed. */
  TRUST_PROXY: z.enum(['0', '1']).default('0').transform((value) => value === '1'),
  TENANT_CACHE_SECONDS: seconds(60),
  /** Shared by several webs: ended sessions and counters. Without it each web has its own. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must begin with redis:// or rediss://' }).optional(),
  /** How long, asked to end (SIGTERM), the web still serves while it says that it is not ready; 0 for a web that no proxy stands before. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  /** Where Prometheus reads figures, on a port of its own; without it there are none. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** A collector for traces (OTLP over HTTP); without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
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
  if (!parsed.success || problems.length) throw new Error(`Configuration: ${problems.join('; ')}`)
  return { ...parsed.data, sessionSecrets: secrets }
}

export const env = parseEnv(process.env)
