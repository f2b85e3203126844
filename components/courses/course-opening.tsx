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
  const isBusy = useRef(false)
  const way = useRef<{ href: string; arrived: () => void } | null>(null)
  const { push, leaving } = usePush()
  const { mutateAsync: ask, isPending } = useMutation({
    mutationFn: ({ id }: Opening) => courseAccess(id),
    onSuccess: (access) => {
      if (!access.allowed) notify.error(access.reason ? words(access.reason) : t('notPermitted'))
    },
  })
  useRouteBar(isPending)
  useEffect(() => {
    if (leaving) return
    way.current?.arrived()
    way.current = null
  }, [leaving])
  const open = useCallback<Open>(async (opening) => {
    if (isBusy.current || way.current?.href === opening.href) return
    isBusy.current = true
    const pressedOn = currentAddress()
    // What goes wrong is said by the one reaction to errors.
    const access = await ask(opening).catch(() => null)
    isBusy.current = false
    // Who has gone elsewhere meanwhile is not called back.
    if (!access?.allowed || currentAddress() !== pressedOn) return
    await new Promise<void>((arrived) => {
      way.current?.arrived()
      way.current = { href: opening.href, arrived }
      push(opening.href)
    })
  }, [ask, push])
  return <CourseOpening value={open}>{children}</CourseOpening>
}

/**
 * Every way into a course asks first: the refusal's own words are an error and nothing opens; neither does it when asking fails
 * (contract L5). A new tab goes straight there, where the course asks again.
 */
export const useOpenCourse = (): Open => use(CourseOpening)
