import 'server-only'
import { TrainingError } from '@/lib/training/errors'

const underWay = new Set<string>()

/** Work of which there is one at a time under its key, for what fills memory; `busy` for whoever comes meanwhile. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  if (underWay.has(key)) throw new TrainingError('busy', '')
  underWay.add(key)
  try {
    return await work()
  } finally {
    underWay.delete(key)
  }
}
