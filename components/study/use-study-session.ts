'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatched } from '@/components/shell/lead-away'
import { kept } from '@/components/study/kept'
import { showNewFigures } from '@/components/study/new-figures'
import { showReport } from '@/components/study/reward-box'
import { StudySession } from '@/components/study/study-session'
import type { StudyReporter } from '@/components/study/study-visit'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import { mayPass } from '@/lib/domain/errors'
import type { Visit } from '@/lib/domain/study'
import { BffError } from '@/lib/queries/bff'
import { endVisit, rememberPlace, sendBeat, startVisit } from '@/lib/queries/study'

const TOUCH_PAUSE_MS = 1_000

type Given = { learnerId: string; owner: EnrolmentTarget; /** Nothing was begun yet: the first section begins it. */ enrols: boolean; onRefused: (error: unknown) => void }

type Studying = {
  session: StudySession
  /** Opens what counts no time, an exam of a plan: begins the plan if nothing was begun yet, and remembers the place; a refusal is said. */
  begin: (visit: Visit, name: string) => Promise<void>
}

/** The study session of a player, tied to what happens to its page; it ends with the component. */
export function useStudySession({ learnerId, owner, enrols, onRefused }: Given): Studying {
  const client = useQueryClient()
  const watched = useWatched()
  const [studying] = useState((): Studying => {
    let enrol = enrols
    const refresh = () => showNewFigures(client, owner)
    // What is told in passing is silent (contract R1): it only notices that the session is over, as the query cache does when anything is asked.
    const noticed = <T,>(work: Promise<T>) => work.catch((error: unknown) => {
      if (error instanceof BffError && error.code === 'expired') refresh()
      throw error
    })
    const reporter: StudyReporter = {
      start: (visit, name) => watched(startVisit(visit, name, enrol)).then((report) => {
        enrol = false
        return report
      }),
      remember: (visit, name) => watched(rememberPlace(visit, name, enrol)).then(() => {
        enrol = false
      }),
      end: (visit, minutes, leaving) => noticed(endVisit(visit, minutes, leaving)),
      beat: (visit, beat, leaving) => noticed(sendBeat(visit, beat, leaving)),
    }
    const begin = (visit: Visit, name: string) => reporter.start(visit, name).then(refresh, onRefused)
    const session = new StudySession(learnerId, reporter, kept, {
      onReport: showReport, onChange: refresh, onRefused,
      isPassing: (error) => mayPass(error instanceof BffError ? error.code : null), wasReached: (error) => !(error instanceof BffError) || error.reached,
    })
    return { session, begin }
  })
  const { session } = studying

  useEffect(() => {
    const off = new AbortController()
    const { signal } = off
    let touchedAt = 0
    const touch = () => {
      const now = performance.now()
      if (now - touchedAt < TOUCH_PAUSE_MS) return
      touchedAt = now
      session.tell({ type: 'touch' })
    }
    for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const) window.addEventListener(name, touch, { capture: true, passive: true, signal })
    document.addEventListener('visibilitychange', () => {
      const visible = document.visibilityState === 'visible'
      session.tell({ type: 'visible', visible })
      if (!visible) session.flush()
    }, { signal })
    window.addEventListener('pagehide', () => session.pageHides(), { signal })
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) session.pageShows()
    }, { signal })
    window.addEventListener('online', () => session.tryAgain(), { signal })
    session.open()
    return () => {
      off.abort()
      void session.leave()
    }
  }, [session])
  return studying
}
