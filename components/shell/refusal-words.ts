import { useLeadAway } from '@/components/shell/lead-away'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'

/** What is said of an act that failed: why the platform refused it, in its words, else `sentence`; null where the session is over, which is said and leads away. */
export function useRefusalWords(): (error: unknown, sentence: string) => string | null {
  const leadAway = useLeadAway()
  const words = usePlatformWords()
  return (error, sentence) => (leadAway(error) ? null : error instanceof BffError && error.hasWords ? words(error.message) : sentence)
}
