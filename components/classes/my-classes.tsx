import { useTranslations } from 'next-intl'
import { ClassCard } from '@/components/classes/class-card'
import styles from '@/components/classes/classes.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { SchoolClass } from '@/lib/domain/classes'
import type { Settled } from '@/lib/domain/errors'
import { routes } from '@/lib/routes'

/** The classes I belong to. */
export function MyClasses({ classes }: { classes: Settled<SchoolClass[]> }) {
  const t = useTranslations('classes')
  return (
    <Stack>
      <PageHead title={t('title')} />
      {classes.error
        ? <Panel><ErrorState title={t('failed')} /></Panel>
        : classes.value.length === 0
          ? <Panel><EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} /></Panel>
          : <ul className={styles.list}>{classes.value.map((one, index) => <li key={one.id ?? index}><ClassCard schoolClass={one} /></li>)}</ul>}
    </Stack>
  )
}
