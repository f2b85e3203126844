'use client'

import { useWordsOfError } from '@/components/account/use-words-of-error'
import { notify } from '@/components/ui/notify'
import { BffError } from '@/lib/queries/bff'

type Check<F extends string> = { setError: (field: F, text: string) => void; focus: (field: F) => void }

/** Says why a form was refused: as a toast, and at the field that it is about, which gets the focus, or else by `say`, in the form's own line. */
export function useRefusal(): <F extends string>(error: unknown, fields: readonly F[], check: Check<F>, say: (text: string) => void) => void {
  const wordsOf = useWordsOfError()
  return (error, fields, check, say) => {
    const text = wordsOf(error)
    notify.warning(text)
    const field = error instanceof BffError && fields.find((one) => error.fields[one])
    if (!field) return say(text)
    check.setError(field, text)
    check.focus(field)
  }
}
