import { chinaMs, dayMs } from '../rules/china-time.ts'

/** Moments of the world relative to the moment it is made, in the calendar of Shanghai. */
export type Calendar = {
  now: Date
  /** A clock time (`09:30`) so many days before today; a negative count lies ahead. */
  daysAgo(days: number, clock?: string): Date
  /** Midnight that begins the day so many days from today, and the last second of such a day. */
  startOfDay(daysFromToday: number): Date
  endOfDay(daysFromToday: number): Date
  minutesAgo(minutes: number): Date
  /** A moment in the calendar year that 30 days ago belongs to (0), or in an earlier one; never after 30 days ago. */
  inYear(yearsBack: number, month: number, day: number): Date
}

/** The calendar of a world made at `now`. */
export function calendarOf(now: Date): Calendar {
  const midnight = Math.floor((now.getTime() + chinaMs) / dayMs) * dayMs - chinaMs
  const daysAgo = (days: number, clock = '09:00') => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return new Date(midnight - days * dayMs + (hours * 60 + minutes) * 60_000)
  }
  const reference = new Date(daysAgo(30).getTime() + chinaMs)
  return {
    now,
    daysAgo,
    startOfDay: (days) => new Date(midnight + days * dayMs),
    endOfDay: (days) => new Date(midnight + (days + 1) * dayMs - 1000),
    minutesAgo: (minutes) => new Date(now.getTime() - minutes * 60_000),
    inYear(yearsBack, month, day) {
      const wished = Date.UTC(reference.getUTCFullYear() - yearsBack, month - 1, day, 10) - chinaMs
      const latest = daysAgo(30).getTime()
      if (yearsBack > 0 || wished <= latest) return new Date(wished)
      const newYear = Date.UTC(reference.getUTCFullYear(), 0, 1) - chinaMs
      return new Date(newYear + Math.floor(((latest - newYear) * (month * 31 + day)) / 404 / 1000) * 1000)
    },
  }
}

/** A moment so many minutes after another. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}
