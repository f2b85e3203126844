'use client'

import { useOpenCourse } from '@/components/courses/course-opening'
import { Carousel, type CarouselSlide } from '@/components/ui/carousel'
import type { Banner } from '@/lib/domain/home'
import { routes } from '@/lib/routes'

type Props = { label: string; banners: (Banner & { lang?: string })[] }

/** Banners that take turns; one for a course asks before it opens the course. */
export function BannerCarousel({ label, banners }: Props) {
  const open = useOpenCourse()
  const slideOf = ({ id, pictureUrl, title, lang, target }: Props['banners'][number]): CarouselSlide => {
    const slide = { id, src: pictureUrl, alt: title || label, lang }
    if (!target) return slide
    if (target.kind === 'link') return { ...slide, href: target.href }
    if (target.kind === 'plan') return { ...slide, href: routes.planDetail(target.id, title) }
    const href = routes.courseDetail(target.id, title)
    return { ...slide, href, onOpen: () => open({ id: target.id, href }) }
  }
  return <Carousel label={label} slides={banners.map(slideOf)} />
}
