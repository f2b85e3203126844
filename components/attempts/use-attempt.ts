'use client'

import { useEffect, useRef, useState } from 'react'
import { openAttemptStore } from '@/components/attempts/attempt-store'
import { AttemptSession } from '@/components/attempts/attempt-session'
import type { Refused } from '@/components/attempts/attempt-state'
import { entryOf, noteEntry } from '@/components/attempts/entry'
import { holdLaterParts } from '@/components/attempts/later-parts'
import { ScreenWatch } from '@/components/attempts/screen-watch'
import { startTicker } from '@/components/attempts/ticker'
import { WriterTab } from '@/components/attempts/writer-tab'
import { kept } from '@/components/study/kept'
import { whenShown } from '@/components/ui/when-shown'
import type { AttemptRef, ExamPlace } from '@/lib/domain/attempts'
import type { StudyReport } from '@/lib/domain/study'
import { handInAttempt, lookAtAttempt, openPaper, reportAbsence, saveAnswers, takeOverAttempt } from '@/lib/queries/attempts'

const doors = { open: openPaper, save: saveAnswers, look: lookAtAttempt, takeOver: takeOverAttempt, absence: reportAbsence, handIn: handInAttempt }

type Given = {
  learnerId: string
  place: ExamPlace
  /** The attempt that alone is gone on with, by the address; null where one may begin. */
  attemptId: string | null
  onHandedIn: (ref: AttemptRef, report: StudyReport | null) => void
  onRefused: (words: string | null, what: Refused) => void
  onForbidden: () => void
  /** The learner came back to a paper that was handed in from here. */
  onBehind: () => void
}

/** The learner's sitting of an exam, tied to what happens to its page; null until the browser's storage is ready. */
export function useAttempt(given: Given): { session: AttemptSession | null; isDurable: boolean } {
  const [session, setSession] = useState<AttemptSession | null>(null)
  const [isDurable, setDurable] = useState(true)
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })

  useEffect(() => {
    const off = new AbortController()
    const { signal } = off
    let running: AttemptSession | null = null
    let watch: ScreenWatch | null = null
    const enter = () => {
      const { learnerId, place, attemptId } = latest.current
      const entry = entryOf({ learnerId, place })
      if (entry.isBehind) return latest.current.onBehind()
      void holdLaterParts(signal)
      void openAttemptStore().then((store) => {
        if (signal.aborted) return
        running = new AttemptSession({
          learnerId, place, store, kept, doors, attemptId: entry.attemptId ?? attemptId,
          tab: (attemptId, told) => new WriterTab(learnerId, attemptId, told),
          onOpened: ({ attemptId }) => noteEntry({ learnerId, place }, { attemptId, isHandedIn: false }),
          onHandedIn: (ref, report) => {
            noteEntry({ learnerId, place }, { attemptId: ref.attemptId, isHandedIn: true })
            latest.current.onHandedIn(ref, report)
          },
          onRefused: (words, what) => latest.current.onRefused(words, what),
          onForbidden: () => latest.current.onForbidden(),
          isSeen: seenPage(signal, () => running?.wake()),
        })
        setSession(running)
        setDurable(store.isDurable)
        watch = new ScreenWatch((absence) => void running?.wasAway(absence))
        const stop = listen(running, watch, signal, () => setDurable(store.isDurable))
        signal.addEventListener('abort', stop)
        void running.open()
      })
    }
    // Nobody has come to an exam that is rendered ahead of its opening.
    whenShown(enter, signal)
    return () => {
      off.abort()
      running?.leave()
      running?.close(watch?.wentOn())
    }
  }, [])
  return { session, isDurable }
}

/** Whether somebody looks at the page. Some browsers inside other apps call every page hidden: whoever presses there sees it, which `woken` hears of. */
function seenPage(signal: AbortSignal, woken: () => void): () => boolean {
  let isTouched = false
  const isHidden = () => document.visibilityState === 'hidden'
  const touch = () => {
    if (isTouched || !isHidden()) return
    isTouched = true
    woken()
  }
  for (const press of ['pointerdown', 'keydown'] as const) document.addEventListener(press, touch, { signal })
  document.addEventListener('visibilitychange', () => (isTouched = false), { signal })
  return () => isTouched || !isHidden()
}

/** Ties a session to its page; gives back how to stop its ticking. */
function listen(session: AttemptSession, watch: ScreenWatch, signal: AbortSignal, looked: () => void): () => void {
  watch.listen(signal)
  watchLogin(session, watch, signal)
  keepScreenOn(signal)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? session.leave() : session.wake()), { signal })
  window.addEventListener('pagehide', () => {
    const absence = watch.leave()
    if (absence) session.leftAway(absence)
    session.leave()
  }, { signal })
  window.addEventListener('pageshow', (event) => event.persisted && session.wake(), { signal })
  window.addEventListener('online', () => session.wake(), { signal })
  // Perhaps from a window beside this one, with a login.
  window.addEventListener('focus', () => session.get().login !== 'alive' && session.wake(), { signal })
  window.addEventListener('beforeunload', (event) => {
    const sync = session.get().sync
    // What is kept nowhere else would die with the page.
    if (session.get().phase !== 'handedIn' && sync && sync.pending > 0 && !sync.get().isKept) event.preventDefault()
  }, { signal })
  return startTicker(() => {
    watch.tick()
    session.tick()
    looked()
  })
}

/** Whoever leaves the login over the paper, for a password that is kept or set elsewhere, does not leave the exam. */
function watchLogin(session: AttemptSession, watch: ScreenWatch, signal: AbortSignal): void {
  let wasShown = false
  signal.addEventListener('abort', session.watch(() => {
    const isShown = session.get().login !== 'alive'
    if (isShown !== wasShown) watch.dialog(isShown)
    wasShown = isShown
  }))
}

/** While a paper is open the screen does not go dark by itself, where the browser offers that. */
function keepScreenOn(signal: AbortSignal): void {
  if (!('wakeLock' in navigator)) return
  const ask = () => {
    if (document.visibilityState === 'visible' && !signal.aborted) void navigator.wakeLock.request('screen').then((lock) => signal.addEventListener('abort', () => void lock.release()), () => undefined)
  }
  ask()
  document.addEventListener('visibilitychange', ask, { signal })
}
