'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { createContext, use, useCallback, useRef, type ReactNode } from 'react'
import { notify } from '@/components/ui/notify'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { courseAccess } from '@/lib/queries/courses'

type Opening = { id: string; /** The course's page, or one of its own. */ href: string }
type Open = (opening: Opening) => Promise<void>

const CourseOpening = createContext<Open>(() => Promise.reject(new Error('a link to a course needs a <CourseOpener> above it')))

/** How a course is opened, once for all links to courses below: a page may have dozens of them. */
export function CourseOpener({ children }: { children: ReactNode }) {
  const router = useRouter()
  const t = useTranslations('errors')
  const words = usePlatformWords()
  const isBusy = useRef(false)
  const { mutateAsync: ask } = useMutation({
    mutationFn: ({ id }: Opening) => courseAccess(id),
    onSuccess: (access, { href }) => {
      if (access.allowed) router.push(href)
      else notify.error(access.reason ? words(access.reason) : t('notPermitted'))
    },
  })
  const open = useCallback<Open>(async (opening) => {
    if (isBusy.current) return
    isBusy.current = true
    // What goes wrong is said by the one reaction to errors.
    await ask(opening).catch(() => undefined)
    isBusy.current = false
  }, [ask])
  return <CourseOpening value={open}>{children}</CourseOpening>
}

/**
 * Every way into a course asks first: the refusal's own words are an error and nothing opens; neither does it when asking fails
 * (contract L5). A new tab goes straight there, where the course asks again.
 */
export const useOpenCourse = (): Open => use(CourseOpening)
