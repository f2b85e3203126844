import { BookOpen, CalendarCheck, Clipboard, FileText, Package, Video, Wrench, type IconProps } from '@/components/ui/icons'

const icons = { video: Video, document: FileText, courseware: Package, simulation: Wrench, exam: Clipboard, course: BookOpen, plan: CalendarCheck }
export type Kind = keyof typeof icons

/** The icon of a kind of content; its word stands beside it. */
export function KindIcon({ kind, className = 'i', ...rest }: { kind: Kind } & IconProps) {
  const Icon = icons[kind]
  return <Icon className={className} aria-hidden="true" {...rest} />
}
