import { usePlatformLang } from '@/components/content/platform-text'
import { Link } from '@/components/ui/link'
import type { MistakeOrigin } from '@/lib/domain/mistakes'
import { routes } from '@/lib/routes'

/** Where a question came from, with the way there. */
export function OriginLine({ origin, hasBank = false }: { origin: MistakeOrigin; /** The tenant has an exercise centre, where subjects stand. */ hasBank?: boolean }) {
  const lang = usePlatformLang()
  const { kind, id, name, sectionId, sectionName, planId, itemId } = origin
  const href = kind === 'exam' ? (planId && itemId ? routes.player({ planId, itemId }) : routes.examPreparation(id)) : kind === 'course' ? (sectionId ? routes.player({ courseId: id, sectionId }) : routes.courseDetail(id, name)) : hasBank ? routes.exerciseCentre({ subject: id }) : routes.mistakeBook({ source: 'practice', subject: id })
  const text = sectionName ? `${name} · ${sectionName}` : name
  return <Link className="link" href={href} lang={lang(text)}>{text}</Link>
}
