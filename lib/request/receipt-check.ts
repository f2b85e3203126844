import 'server-only'
import type { Settled } from '@/lib/domain/errors'
import type { Visitor } from '@/lib/domain/learner'
import { checkReceipt } from '@/lib/training/receipts'
import { spend } from './limits'
import { settle } from './settle'

/** What a receipt is worth, as often as an address may ask: the error `busy` when it asked too often. */
export async function openReceipt(visitor: Visitor, given: Parameters<typeof checkReceipt>[1]): Promise<Settled<Awaited<ReturnType<typeof checkReceipt>>>> {
  return settle(spend('receiptChecksOfAddress', visitor.address ?? 'unknown').then(() => checkReceipt(visitor, given)))
}
