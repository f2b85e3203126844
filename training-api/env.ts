import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PlainError } from './explain.ts'
import { passwordCiphers } from './rules/passwords.ts'

/** Blanks alone would be 0. */
const number = (must: string) => z.string().regex(/\S/, must).pipe(z.coerce.number(must))

const whole = (fallback: number, low: number, high: number) =>
  number(`must be a whole number from ${low} to ${high}`)
    .pipe(z.int(`must be a whole number from ${low} to ${high}`).min(low, `must be ${low} or more`).max(high, `must be ${high} or less`))
    .default(fallback)

const port = number('must be a port number').pipe(z.int('must be a port number').min(1, 'must be a port number').max(65_535, 'must be a port number'))

const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', '1', '0', 'true', 'false'], 'must be on or off')
    .default(fallback)
    .transform((word) => ['on', '1', 'true'].includes(word))

function isFolder(name: string): boolean {
  try {
    accessSync(name, constants.X_OK)
    return statSync(name).isDirectory()
  } catch {
    return false
  }
}

/** Whether media may lie there. In containers a folder of the volume is made once they run, when its files are copied there. */
function isForMedia(folder: string, dataDir: string): boolean {
  const below = path.relative(dataDir, folder)
  return isFolder(folder) || (!existsSync(folder) && !path.isAbsolute(below) && !/^\.\.(?:[/\\]|$)/.test(below))
}

const samplers = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const
const DEMO_CLIENT_SECRET = 'train'

const shape = z.object({
  TRAINING_API_PORT: whole(4000, 0, 65_535),
  TRAINING_API_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  MEDIA_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: whole(10, 1, 200),
  DRAIN_SECONDS: whole(0, 0, 300),
  TRAINING_API_METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }).regex(/^[^?#]*$/, 'must be an address without ? and #').optional(),
  // What OpenTelemetry itself reads: a word that it does not know would send every trace, and say nothing.
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: number('must be a share from 0 to 1').pipe(z.number().min(0, 'must be a share from 0 to 1').max(1, 'must be a share from 0 to 1')).optional(),
  DEMO: onOff('on'),
  CONTENT_ORIGIN: z.url({ protocol: /^https?$/, error: 'must be a scheme and a host, such as https://example-courseware.com' }).optional(),
  UPSTREAM_CLIENT_ID: z.string().regex(/^[^:]+$/, 'must be a name without a colon').default('train'),
  UPSTREAM_CLIENT_SECRET: z.string().default(DEMO_CLIENT_SECRET),
  UPSTREAM_PASSWORD_CIPHER: z
    .enum(passwordCiphers, `must be one of ${passwordCiphers.join(', ')}`)
    .default('aes-cbc-zero'),
  UPSTREAM_PASSWORD_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 16, 'must be 16 bytes')
    .default('pigxpigxpigxpigx'),
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }).optional(),
  SMS_WEBHOOK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be a level such as info or warn')
    .default('info'),
}).refine((given) => given.DEMO || given.UPSTREAM_CLIENT_SECRET !== DEMO_CLIENT_SECRET, {
  path: ['UPSTREAM_CLIENT_SECRET'],
  message: 'must be another than the demo’s when DEMO=off, because everybody knows that one',
}).refine((given) => !given.SMS_WEBHOOK_URL || given.SMS_WEBHOOK_SECRET, {
  path: ['SMS_WEBHOOK_SECRET'],
  message: 'is needed beside SMS_WEBHOOK_URL',
}).refine((given) => given.OTEL_TRACES_SAMPLER_ARG === undefined || given.OTEL_TRACES_SAMPLER?.endsWith('traceidratio'), {
  path: ['OTEL_TRACES_SAMPLER_ARG'],
  message: 'needs OTEL_TRACES_SAMPLER=parentbased_traceidratio or traceidratio',
})

/** The settings of the training API, checked. */
export type Env = {
  port: number
  host: string
  dataDir: string
  /** The folder with videos, documents and packages; the demo's own unless told otherwise. */
  mediaDir?: string | undefined
  databaseUrl: string | undefined
  poolSize: number
  /** How long, asked to end (SIGTERM), it still serves while it says that it is not ready. */
  drainSeconds: number
  /** Where figures are read, on a port of its own. */
  metrics?: { port: number; host: string } | undefined
  /** A collector for traces (OTLP over HTTP). */
  tracesEndpoint?: string | undefined
  demo: boolean
  /** The host of courseware, which is no tenant's; the demo's own (`npm run up`) unless told otherwise. */
  contentHost?: string | undefined
  clientId: string
  clientSecret: string
  passwordCipher: (typeof passwordCiphers)[number]
  passwordKey: string
  /** Who brings codes to phones; without it they go to the outbox of the demo. */
  smsWebhook?: { url: string; secret: string }
  logLevel: string
}

/** Says, one line per setting, everything that is wrong with the environment. */
export class EnvError extends PlainError {}

const faulty = (faults: string[]) => new EnvError(`The training API cannot start, because of its settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

/** The settings as a server needs them, with its media in reach: a program beside it may run where these are not. Throws as `readEnv`. */
export function readServerEnv(source: Record<string, string | undefined> = process.env): Env {
  const env = readEnv(source)
  if (env.mediaDir !== undefined && !isForMedia(env.mediaDir, env.dataDir)) throw faulty(['MEDIA_DIR must be a folder that can be read'])
  return env
}

/** The settings read from the environment; an empty value counts as not set; throws EnvError naming all faults at once. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = shape.safeParse(given)
  if (!parsed.success) {
    throw faulty(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const env = parsed.data
  return {
    port: env.TRAINING_API_PORT,
    host: env.TRAINING_API_HOST,
    dataDir: env.DATA_DIR,
    mediaDir: env.MEDIA_DIR,
    databaseUrl: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    drainSeconds: env.DRAIN_SECONDS,
    metrics: env.TRAINING_API_METRICS_PORT === undefined ? undefined : { port: env.TRAINING_API_METRICS_PORT, host: env.METRICS_HOST },
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, ''),
    demo: env.DEMO,
    contentHost: env.CONTENT_ORIGIN ? new URL(env.CONTENT_ORIGIN).hostname : env.DEMO ? '127.0.0.1' : undefined,
    clientId: env.UPSTREAM_CLIENT_ID,
    clientSecret: env.UPSTREAM_CLIENT_SECRET,
    passwordCipher: env.UPSTREAM_PASSWORD_CIPHER,
    passwordKey: env.UPSTREAM_PASSWORD_KEY,
    smsWebhook: env.SMS_WEBHOOK_URL && env.SMS_WEBHOOK_SECRET ? { url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET } : undefined,
    logLevel: env.LOG_LEVEL,
  }
}
