import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { markers } from '../db/schema/tenants.ts'
import { newSigningKey } from '../rules/receipts.ts'
import type { SigningKey } from '../rules/receipts.ts'

const wholePlatform = 0
const keyName = 'receiptKey'
const formerName = 'formerReceiptKeys'
const keys = new WeakMap<Db, Promise<SigningKey>>()

/** The key this database signs receipts with: made once, and kept in it. */
export function signingKey(db: Db): Promise<SigningKey> {
  const known = keys.get(db) ?? findOrMakeKey(db)
  keys.set(db, known)
  known.catch(() => keys.delete(db))
  return known
}

async function findOrMakeKey(db: Db): Promise<SigningKey> {
  const kept = await findKey(db)
  if (kept !== undefined) return kept
  await db.insert(markers).values({ tenantId: wholePlatform, name: keyName, value: newSigningKey(), updatedAt: new Date() }).onConflictDoNothing({ target: [markers.tenantId, markers.name] })
  const made = await findKey(db)
  if (made === undefined) throw new Error('The key for receipts was not kept.')
  return made
}

async function findKey(db: Db): Promise<SigningKey | undefined> {
  return (await readMarker(db, wholePlatform, keyName)) as SigningKey | undefined
}

async function readMarker(db: Db, tenantId: number, name: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await db.select({ value: markers.value }).from(markers).where(and(eq(markers.tenantId, tenantId), eq(markers.name, name)))
  return row?.value
}

/** The public half of the key receipts are signed with; null when none was ever given. */
export async function publicReceiptKey(db: Db): Promise<string | null> {
  return (await findKey(db))?.publicKey ?? null
}

/** The public keys of the databases a tenant was in before: receipts it gave there stay good. */
export async function formerReceiptKeys(db: Db, { tenantId }: { tenantId: number }): Promise<string[]> {
  const value = await readMarker(db, tenantId, formerName)
  return Array.isArray(value?.publicKeys) ? value.publicKeys.map(String) : []
}

/** Remembers the key of the database a tenant came from. */
export async function addFormerReceiptKey(db: Db, { tenantId, publicKey, now }: { tenantId: number; publicKey: string; now: Date }): Promise<void> {
  const publicKeys = [...new Set([...(await formerReceiptKeys(db, { tenantId })), publicKey])]
  const row = { value: { publicKeys }, updatedAt: now }
  await db.insert(markers).values({ tenantId, name: formerName, ...row }).onConflictDoUpdate({ target: [markers.tenantId, markers.name], set: row })
}
