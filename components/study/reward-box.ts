import { Observable } from '@/components/study/observable'
import { notify } from '@/components/ui/notify'
import { TOAST_PAUSE_MS, type ObtainedCertificate, type StudyReport } from '@/lib/domain/study'

const KEY = 'study:rewards'
type Waiting = { messages: string[]; certificates: ObtainedCertificate[] }

/** The certificate to congratulate on, null when there is none. */
export const obtained = new Observable<{ certificate: ObtainedCertificate | null }>({ certificate: null })

let shown = 0
let freeAt = 0

/** What a report brought: points as toasts one after another, a certificate as congratulation; kept over a change of page until it is seen. */
export function showReport({ messages, certificate }: StudyReport): void {
  if (messages.length === 0 && !certificate) return
  const waiting = read()
  write({ messages: [...waiting.messages, ...messages], certificates: certificate ? [...waiting.certificates, certificate] : waiting.certificates })
  if (shown > 0) showWaiting()
}

/** A page says that it can show rewards; gives back how it stops. */
export function serveRewards(): () => void {
  shown += 1
  showWaiting()
  return () => void (shown -= 1)
}

/** The congratulation was seen; perhaps there is another. */
export function closeCongratulation(): void {
  const waiting = read()
  write({ ...waiting, certificates: waiting.certificates.slice(1) })
  obtained.set({ certificate: null })
  showWaiting()
}

function showWaiting(): void {
  const { messages, certificates } = read()
  const now = Date.now()
  for (const text of messages) {
    const at = Math.max(now, freeAt)
    freeAt = at + TOAST_PAUSE_MS
    setTimeout(() => notify.success(text), at - now)
  }
  write({ messages: [], certificates })
  if (!obtained.get().certificate && certificates[0]) obtained.set({ certificate: certificates[0] })
}

function read(): Waiting {
  try {
    const waiting = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Waiting> | null
    return { messages: waiting?.messages ?? [], certificates: waiting?.certificates ?? [] }
  } catch {
    return { messages: [], certificates: [] }
  }
}

function write(waiting: Waiting): void {
  try {
    if (waiting.messages.length || waiting.certificates.length) sessionStorage.setItem(KEY, JSON.stringify(waiting))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser without storage shows what it can at once.
    for (const text of waiting.messages) notify.success(text)
  }
}
