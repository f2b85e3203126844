'use client'

import { useState, type ReactNode } from 'react'
import { useOpenCourse } from '@/components/courses/course-opening'
import { OpenLink } from '@/components/ui/open-link'
import { routes } from '@/lib/routes'

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
  const open = useOpenCourse()
  const [isOpening, setOpening] = useState(false)
  const press = async () => {
    setOpening(true)
    await open({ id, href })
    setOpening(false)
  }
  return <OpenLink href={href} className={className} lang={lang} aria-busy={isOpening || undefined} onOpen={() => void press()}>{children}</OpenLink>
}
