'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { createContext, use, useCallback, useEffect, useRef, type ReactNode } from 'react'
import { currentAddress } from '@/components/ui/address'
import { notify } from '@/components/ui/notify'
import { usePush, useRouteBar } from '@/components/ui/route-bar'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { courseAccess } from '@/lib/queries/courses'

type Opening = { id: string; /** The course's page, or one of its own. */ href: string }
/** Done when the page is there, or when it will not open. */
type Open = (opening: Opening) => Promise<void>

const CourseOpening = createContext<Open>(() => Promise.reject(new Error('a link to a course needs a <CourseOpener> above it')))

/** How a course is opened, once for all links to courses below: a page may have dozens of them. */
export function CourseOpener({ children }: { children: ReactNode }) {
  const t = useTranslations('errors')
  const words = usePlatformWords()
  /** The course that was pressed last, until its page is there or will not open. */
  const wanted = useRef<{ href: string; done: Promise<void> } | null>(null)
  const arrived = useRef<(() => void) | null>(null)
  const { push, leaving } = usePush()
  const { mutateAsync: ask, isPending } = useMutation({
    mutationFn: ({ id }: Opening) => courseAccess(id),
    onSuccess: (access, { href }) => {
      if (!access.allowed && wanted.current?.href === href) notify.error(access.reason ? words(access.reason) : t('notPermitted'))
    },
  })
  useRouteBar(isPending)
  useEffect(() => {
    if (!leaving) arrived.current?.()
  }, [leaving])
  const open = useCallback<Open>((opening) => {
    if (wanted.current?.href === opening.href) return wanted.current.done
    const pressedOn = currentAddress()
    const lead = async () => {
      // What goes wrong is said by the one reaction to errors.
      const access = await ask(opening).catch(() => null)
      // Who has pressed another course or gone elsewhere meanwhile is not called back.
      if (access?.allowed && wanted.current === own && currentAddress() === pressedOn) {
        await new Promise<void>((here) => {
          arrived.current?.()
          arrived.current = here
          push(opening.href)
        })
      }
      if (wanted.current === own) wanted.current = null
    }
    const own = { href: opening.href, done: lead() }
    wanted.current = own
    return own.done
  }, [ask, push])
  return <CourseOpening value={open}>{children}</CourseOpening>
}

/**
 * Every way into a course asks first: the refusal's own words are an error and nothing opens; neither does it when asking fails
 * (contract L5). A new tab goes straight there, where the course asks again.
 */
export const useOpenCourse = (): Open => use(CourseOpening)
