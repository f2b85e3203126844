import { useLeadAway } from '@/components/shell/lead-away'
import { notify } from '@/components/ui/notify'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'

/** Says in a toast why an act failed, in the platform's words where it refused it, else by `sentence`; gives what was said, null where the session is over, which is said and leads away. */
export function useTellRefusal(): (error: unknown, sentence: string) => string | null {
  const leadAway = useLeadAway()
  const words = usePlatformWords()
  return (error, sentence) => {
    if (leadAway(error)) return null
    const said = error instanceof BffError && error.hasWords ? words(error.message) : sentence
    notify.error(said)
    return said
  }
}
