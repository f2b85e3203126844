'use client'

import { ArrowLeft, ArrowRight, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CommitQueue, postCommit } from '@/components/courseware/commit-queue'
import { contentStorage } from '@/components/courseware/content-storage'
import { lookForFile } from '@/components/courseware/package-file'
import { inEveryWindow } from '@/components/courseware/package-windows'
import { exposeRuntime, type ApiWindow } from '@/components/courseware/scorm-runtime'
import { protection } from '@/components/study/protection'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { itemOf, itemVerdict, navigationOf, neighbourItem, type CoursewareStandard, type CoursewareState, type LaunchItem, type LaunchView, type LaunchWord } from '@/lib/domain/courseware'
import styles from './courseware.module.css'

const TOUCH_PAUSE_MS = 5_000
const BLOCKED_PAUSE_MS = 1_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** The page on the content host that holds the runtime and, below it in a frame of the same origin, the package. */
export function LaunchPage({ launch }: { launch: LaunchView }) {
  const t = useTranslations('courseware')
  const inBrowser = useSyncExternalStore(() => () => undefined, () => true, () => false)
  return inBrowser ? <RunningLaunch launch={launch} /> : <p className={styles.wait}>{t('launch.loading')}</p>
}

function RunningLaunch({ launch }: { launch: LaunchView }) {
  const t = useTranslations('courseware')
  const { items, standard, choice, flow } = launch.package
  const [base] = useState(() => location.pathname.replace(/\/$/, ''))
  const [say] = useState(() => tellTo(launch.appOrigin))
  const [touch] = useState(() => atMostEvery(TOUCH_PAUSE_MS, () => say('touch')))
  // What the player blocks is blocked here and inside the package too (spec 1 §2).
  const [protect] = useState(() => protection(atMostEvery(BLOCKED_PAUSE_MS, () => say('blocked'))))
  const [over, setOver] = useState<'superseded' | 'over' | 'ended' | null>(null)
  const [queue] = useState(() => {
    const began = performance.now()
    return new CommitQueue({
      state: launch.state, savedAt: launch.savedAt, savedSeq: launch.savedSeq, seq: launch.seq, now: () => Math.round(launch.serverNow + performance.now() - began),
      post: (body, leaving) => postCommit(`${base}/commit`, body, leaving), kept: contentStorage, keptKey: launch.keptKey,
      tell: (word) => {
        say(word)
        if (word === 'superseded' || word === 'over') setOver(word)
      },
    })
  })
  const [item, setItem] = useState<LaunchItem | null>(() => items.find(({ id }) => id === queue.state.current) ?? items[0] ?? null)
  /** The part whose runtime stands ready; its frame comes only then, and goes before another's. */
  const [ready, setReady] = useState<string | null>(null)
  /** The part whose file does not come, though others have: the way to those stays. */
  const [lost, setLost] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const hasOpened = useRef(false)

  useEffect(() => {
    if (!item) return
    let gone = false
    let remove: (() => void) | null = null
    const go = (target: LaunchItem | null) => {
      setReady(null)
      if (target) return setTimeout(() => setItem(target))
      say('ended')
      setOver('ended')
    }
    const known = itemOf(queue.state, item.id)
    const runtime = exposeRuntime(window as ApiWindow, standard, {
      item, cmi: known?.cmi ?? {}, finished: known?.finished ?? false, learner: launch.learner,
      neighbours: { next: neighbourItem(items, item.id, 1) !== null, previous: neighbourItem(items, item.id, -1) !== null },
      mayGo: (how, id) => (choice || how === 'jump') && items.some((one) => one.id === id),
      onTouch: touch,
      onValues: (cmi, how) => queue.note(item.id, cmi, how),
      // Only after the package's own call has returned may its frame go.
      onEnd: (request) => void setTimeout(() => {
        const wish = navigationOf(request)
        if (gone || !wish) return
        const target = wish.to === 'item' ? (items.find(({ id }) => id === wish.id) ?? item) : wish.to === 'end' ? null : neighbourItem(items, item.id, wish.to === 'next' ? 1 : -1)
        if (target !== item) go(target)
      }),
    })
    void Promise.all([runtime, lookForFile(`${base}/p/${item.href}`)]).then(([away, word]) => {
      if (gone || word !== 'ready') away()
      if (gone) return
      if (word !== 'ready') {
        if (!hasOpened.current) return say(word)
        setLost(item.id)
        // Nobody studies a part that is not there.
        return say('ended')
      }
      remove = away
      hasOpened.current = true
      // A part that only shows is complete once it is opened.
      if (!item.tracked) queue.note(item.id, { 'cmi.completion_status': 'completed' }, { finished: true, soon: true })
      setReady(item.id)
      say('ready')
    }).catch(() => say('failed'))
    return () => {
      gone = true
      remove?.()
      setLost(null)
    }
  }, [queue, item, tries, standard, items, choice, launch, base, say, touch])

  useEffect(() => {
    const off = new AbortController()
    protect(window, off.signal)
    return () => off.abort()
  }, [protect])

  useEffect(() => {
    // What a package says while its page goes away comes after these: the queue still works then.
    const leave = () => queue.leave()
    const back = (event: PageTransitionEvent) => event.persisted && queue.stay()
    const hide = () => document.visibilityState === 'hidden' && queue.flush(true)
    const online = () => queue.flush(false)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', back)
    window.addEventListener('online', online)
    queue.flush(false)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', back)
      window.removeEventListener('online', online)
    }
  }, [queue])

  const go = (target: LaunchItem) => {
    // The frame goes first, so that its last words still find their own runtime.
    setReady(null)
    setOver(null)
    setTimeout(() => setItem(target))
  }
  const reopen = () => {
    // Its runtime still stands, and begins anew when the package asks.
    setOver(null)
    setReady(item?.id ?? null)
    say('ready')
  }
  if (over && over !== 'ended') return <main className={styles.over} role="alert"><p>{t(`launch.${over}`)}</p></main>
  // The one that is open stands there although it is hidden: else another would seem to be open, and could not be chosen.
  const picker = item && <PartPicker items={items.filter((one) => one.visible || one.id === item.id)} current={item} onGo={go} label={t('launch.parts')} state={queue.state} standard={standard} />
  if (over) {
    return (
      <main className={styles.over}>
        <p role="status">{t('launch.ended')}</p>
        <Button look="primary" onClick={reopen}>{t('stage.reopen')}</Button>
        {items.length > 1 && choice && picker}
      </main>
    )
  }
  return (
    <main className={styles.launch}>
      {items.length > 1 && item && (
        <nav className={styles.parts} aria-label={t('launch.parts')}>
          {flow && <PartStep item={neighbourItem(items, item.id, -1)} label={t('launch.previous')} onGo={go} icon={ArrowLeft} />}
          {choice ? picker : <b>{item.title}</b>}
          {flow && <PartStep item={neighbourItem(items, item.id, 1)} label={t('launch.next')} onGo={go} icon={ArrowRight} />}
        </nav>
      )}
      {item && ready === item.id ? (
        <iframe
          key={item.id} className={styles.package} src={`${base}/p/${item.href}`} title={item.title || launch.package.title} allow="fullscreen; autoplay; unload"
          onLoad={(event) => inEveryWindow(event.currentTarget, (inside) => listen(inside, touch, protect))}
        />
      ) : item && lost === item.id ? <div className={styles.wait}><p role="alert">{t('stage.failed')}</p><Button onClick={() => setTries(tries + 1)}>{t('stage.retry')}</Button></div> : <p className={styles.wait} role="status">{t('launch.loading')}</p>}
    </main>
  )
}

function tellTo(origin: string): (word: LaunchWord) => void {
  return (word) => window.parent.postMessage({ courseware: word }, origin)
}

function atMostEvery(pauseMs: number, act: () => void): () => void {
  let actedAt = -pauseMs
  return () => {
    const now = performance.now()
    if (now - actedAt < pauseMs) return
    actedAt = now
    act()
  }
}

/** Hears in a window of the package that somebody is there, and blocks what the player blocks. */
function listen(inside: Window, heard: () => void, protect: (window: Window) => void): void {
  for (const name of signs) inside.addEventListener(name, heard, { capture: true, passive: true })
  // A film that is watched is; music that plays round and round is not.
  inside.addEventListener('timeupdate', ({ target }) => !(target as Partial<HTMLMediaElement> | null)?.loop && heard(), { capture: true })
  protect(inside)
}

type PickerProps = { items: LaunchItem[]; current: LaunchItem | null; onGo: (item: LaunchItem) => void; label: string; state: CoursewareState; standard: CoursewareStandard }

function PartPicker({ items, current, onGo, label, state, standard }: PickerProps) {
  const t = useTranslations('courseware.launch')
  const word = (one: LaunchItem) => {
    const known = itemOf(state, one.id)
    const verdict = known ? itemVerdict(known, { ...one, standard }).verdict : 'unknown'
    return verdict === 'unknown' ? '' : ` · ${t(`verdict.${verdict}`)}`
  }
  // Of those that stand there always, so that none changes its number while a hidden one is open.
  const numbered = items.filter(({ visible }) => visible)
  return (
    <select className={styles.picker} aria-label={label} value={current?.id ?? ''} onChange={(event) => {
      const target = items.find(({ id }) => id === event.target.value)
      if (target) onGo(target)
    }}>
      {items.map((one) => <option key={one.id} value={one.id}>{`${one.visible ? `${numbered.indexOf(one) + 1}. ` : ''}${one.title}${word(one)}`}</option>)}
    </select>
  )
}

function PartStep({ item, label, onGo, icon }: { item: LaunchItem | null; label: string; onGo: (item: LaunchItem) => void; icon: IconNode }) {
  return (
    <button type="button" className={styles.step} aria-label={label} title={label} aria-disabled={!item || undefined} onClick={() => item && onGo(item)}>
      <Icon of={icon} className="i" aria-hidden="true" />
    </button>
  )
}
