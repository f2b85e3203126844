import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '@/lib/env'

/** The number a secret has wherever it stands in the list of a web: webs whose lists differ for a while open each other's seals. */
const numberOf = (secret: string) => createHash('sha256').update(`number of ${secret}`).digest().readUInt32BE() >>> 1

const [first = '', ...others] = env.sessionSecrets
/** A secret's number used to be its place from the end; whoever has a cookie of that time stays logged in. */
const byPlace = Object.fromEntries(env.sessionSecrets.map((secret, index) => [env.sessionSecrets.length - index, secret]))

/** What seals. iron-session takes the highest number there is, so the first secret stands alone. */
export const sealPassword = { [numberOf(first)]: first }

/** What opens: every secret. */
export const openPasswords = { ...byPlace, ...sealPassword, ...Object.fromEntries(others.map((secret) => [numberOf(secret), secret])) }
