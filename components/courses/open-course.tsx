'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, type ReactNode } from 'react'
import { notify } from '@/components/ui/notify'
import { OpenLink } from '@/components/ui/open-link'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { courseAccess } from '@/lib/queries/courses'
import { routes } from '@/lib/routes'

type Opening = { id: string; href: string }

/**
 * Every way into a course asks first: the refusal's own words are an error and nothing opens; neither does it when asking fails
 * (contract L5). A new tab goes straight there, where the course asks again.
 */
export function useOpenCourse() {
  const router = useRouter()
  const t = useTranslations('errors')
  const words = usePlatformWords()
  const busy = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Opening) => courseAccess(id),
    onSuccess: (access, { href }) => {
      if (access.allowed) router.push(href)
      else notify.error(access.reason ? words(access.reason) : t('notPermitted'))
    },
    onSettled: () => {
      busy.current = false
    },
  })
  const open = (opening: Opening) => {
    if (busy.current) return
    busy.current = true
    mutate(opening)
  }
  return { open, isOpening: isPending }
}

type Props = {
  id: string
  /** The name of the course; the address carries it. */
  title: string
  /** Where it leads when it is not the course's own page. */
  href?: string
  className?: string
  lang?: string
  children: ReactNode
}

/** A link to a course that asks first. */
export function OpenCourse({ id, title, href = routes.courseDetail(id, title), className, lang, children }: Props) {
  const { open, isOpening } = useOpenCourse()
  return <OpenLink href={href} prefetch={false} className={className} lang={lang} aria-busy={isOpening || undefined} onOpen={() => open({ id, href })}>{children}</OpenLink>
}
