import { useEffect, useEffectEvent, useState } from 'react'
import { checkDevice, type DeviceState } from '@/components/exams/device-check'
import { useLeadAway } from '@/components/shell/lead-away'
import type { ExamDetail, ExamNow } from '@/lib/domain/exams'

/** The check of this device, null while it goes on, and how far the clock that decides is ahead of its own, in milliseconds. */
export function useDevice({ serverNow, aheadMs }: ExamNow, mayBegin: boolean): { device: DeviceState | null; offsetMs: number; check: () => void } {
  const leadAway = useLeadAway()
  const [device, setDevice] = useState<DeviceState | null>(null)
  // Until it is measured, and when it cannot be: as it was at the rendering.
  const [offsetMs, setOffset] = useState(() => serverNow - Date.now())
  const failed = useEffectEvent((error: unknown) => leadAway(error))
  const found = (state: DeviceState) => {
    const offset = state.offsetMs === null ? null : state.offsetMs + (aheadMs ?? 0)
    setDevice({ ...state, offsetMs: offset })
    if (offset !== null) setOffset(offset)
  }
  const noted = useEffectEvent(found)
  const check = () => {
    setDevice(null)
    void checkDevice(leadAway).then(found)
  }
  useEffect(() => {
    if (!mayBegin) return
    let gone = false
    void checkDevice((error) => failed(error)).then((state) => gone || noted(state))
    return () => {
      gone = true
    }
  }, [mayBegin])
  return { device, offsetMs, check }
}

/** An attempt ends in time where the session outlives its minutes by so much. */
const SPARE_MS = 30 * 60_000

/** When the login is over, where that may be before an attempt is that begins now; null where there is time enough. */
export function shortLogin({ answerMinutes, endsAt }: Pick<ExamDetail, 'answerMinutes' | 'endsAt'>, { serverNow, loginEndsAt }: ExamNow): string | null {
  const endsBy = Math.min(serverNow + answerMinutes * 60_000 + SPARE_MS, endsAt ? Date.parse(endsAt) : Infinity)
  return loginEndsAt < endsBy ? new Date(loginEndsAt).toISOString() : null
}
