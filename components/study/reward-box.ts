import { Observable } from '@/components/study/observable'
import { rewardsKey, signRewards } from '@/components/study/reward-sign'
import { notify } from '@/components/ui/notify'
import { TOAST_PAUSE_MS, type ObtainedCertificate, type PointsMessage, type StudyReport } from '@/lib/domain/study'

type Waiting = { messages: PointsMessage[]; certificates: ObtainedCertificate[] }

/** The certificate to congratulate on, null when there is none. */
export const obtained = new Observable<{ certificate: ObtainedCertificate | null }>({ certificate: null })

/** How long a toast must have stood to count as seen when its page goes away, in milliseconds. */
const SEEN_MS = 2_000

/** Words on their way: a page that goes away before they were seen leaves them to the next. */
const onTheWay = new Map<PointsMessage, ReturnType<typeof setTimeout>>()
let say: ((message: PointsMessage) => string) | null = null
let freeAt = 0

/** What a report brought: points as toasts one after another, a certificate as congratulation; kept over a change of page until it is seen. */
export function showReport({ messages, certificate }: StudyReport): void {
  if (messages.length === 0 && !certificate) return
  const waiting = read()
  write({ messages: [...waiting.messages, ...messages], certificates: certificate ? [...waiting.certificates, certificate] : waiting.certificates })
  if (say) showWaiting(say)
}

/** A page can show rewards, and says points in its language; gives back how it stops. */
export function serveRewards(words: (message: PointsMessage) => string): () => void {
  say = words
  window.addEventListener('pagehide', leaveToNext)
  showWaiting(words)
  return () => {
    if (say === words) say = null
  }
}

/** The congratulation was seen; perhaps there is another. */
export function closeCongratulation(): void {
  const waiting = read()
  write({ ...waiting, certificates: waiting.certificates.slice(1) })
  obtained.set({ certificate: null })
  if (say) showWaiting(say)
}

function showWaiting(words: (message: PointsMessage) => string): void {
  const { messages, certificates } = read()
  const now = Date.now()
  for (const message of messages) {
    const at = Math.max(now, freeAt)
    freeAt = at + TOAST_PAUSE_MS
    onTheWay.set(message, setTimeout(() => sayNow(message, words), at - now))
  }
  write({ messages: [], certificates })
  if (!obtained.get().certificate && certificates[0]) obtained.set({ certificate: certificates[0] })
}

function sayNow(message: PointsMessage, words: (message: PointsMessage) => string): void {
  notify.success(words(message))
  onTheWay.set(message, setTimeout(() => onTheWay.delete(message), SEEN_MS))
}

/** The page goes away (a plan's detail is loaded afresh): what was not seen waits for the next one. */
function leaveToNext(): void {
  if (onTheWay.size === 0) return
  for (const timer of onTheWay.values()) clearTimeout(timer)
  const waiting = read()
  write({ ...waiting, messages: [...onTheWay.keys(), ...waiting.messages] })
  onTheWay.clear()
  freeAt = 0
}

function read(): Waiting {
  try {
    const waiting = JSON.parse(sessionStorage.getItem(rewardsKey()) ?? 'null') as Partial<Waiting> | null
    return { messages: waiting?.messages ?? [], certificates: waiting?.certificates ?? [] }
  } catch {
    return { messages: [], certificates: [] }
  }
}

function write(waiting: Waiting): void {
  try {
    if (waiting.messages.length || waiting.certificates.length) sessionStorage.setItem(rewardsKey(), JSON.stringify(waiting))
    else sessionStorage.removeItem(rewardsKey())
  } catch {
    // A browser without storage shows what it can at once.
    for (const { text } of waiting.messages) notify.success(text)
  }
  signRewards()
}
