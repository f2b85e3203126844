'use client'

import { useRef, type MouseEvent, type ReactNode } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useLeadAway } from '@/components/shell/lead-away'
import { notify } from '@/components/ui/notify'
import { downloadDirectly } from '@/lib/queries/download'

/** A link to a file that is kept: says why there is none. Files of other hosts, and links opened in a way of one's own, are the browser's. */
export function AttachmentLink({ url, name, children }: { url: string; name: string; children: ReactNode }) {
  const wordsOf = useWordsOfError('missing')
  const leadAway = useLeadAway()
  const isBusy = useRef(false)
  const fetchIt = async (event: MouseEvent) => {
    if (!url.startsWith('/api/') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    try {
      await downloadDirectly(url, name)
    } catch (error) {
      // What is for everybody asks for no login.
      if (url.startsWith('/api/public/') || !leadAway(error)) notify.error(wordsOf(error))
    } finally {
      isBusy.current = false
    }
  }
  return <a className="link" href={url} download={name} onClick={(event) => void fetchIt(event)}>{children}</a>
}
