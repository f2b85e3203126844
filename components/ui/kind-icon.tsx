import { BookOpen, CalendarCheck, Clipboard, FileText, Package, Video, Wrench } from 'lucide'
import { Icon, type IconProps } from '@/components/ui/icon'

const icons = { video: Video, document: FileText, courseware: Package, simulation: Wrench, exam: Clipboard, course: BookOpen, plan: CalendarCheck }
export type Kind = keyof typeof icons

/** The icon of a kind of content; its word stands beside it. */
export function KindIcon({ kind, className = 'i', ...rest }: { kind: Kind } & IconProps) {
  return <Icon of={icons[kind]} className={className} aria-hidden="true" {...rest} />
}
