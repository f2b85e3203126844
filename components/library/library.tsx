import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { TagRows } from '@/components/library/tag-rows'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { LinkTabs } from '@/components/ui/link-tabs'
import { PageHead } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { chosenTags, libraryQuery, librarySorts, withTag, type LibraryView, type TagGroup } from '@/lib/domain/library'
import { routes } from '@/lib/routes'

type Kind = 'courses' | 'plans'

/** The address of a view of a library. */
export const libraryHref: Record<Kind, (view: Partial<LibraryView>) => string> = {
  courses: (view) => routes.courseLibrary(libraryQuery(view)),
  plans: (view) => routes.planLibrary(libraryQuery(view)),
}

/** A library: search, tags and order above its list. */
export function Library({ kind, view, groups, children }: { kind: Kind; view: LibraryView; /** None where the platform has no tags. */ groups: TagGroup[]; children: ReactNode }) {
  const t = useTranslations('library')
  const lang = usePlatformLang()
  const hrefOf = libraryHref[kind]
  const title = t(`${kind}.title`)
  const kept = libraryQuery({ ...view, name: '', page: 1 })
  return (
    <>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: title }]} />
      <PageHead title={title}>
        <SearchBar action={hrefOf({})} value={view.name} label={t(`${kind}.search`)} keep={kept} />
      </PageHead>
      {groups.length > 0 && (
        <TagRows
          chosen={chosenTags(view)}
          clearHref={hrefOf({ ...view, page: 1, tags: [] })}
          rows={groups.map(({ id, name, tags }, index) => ({
            id,
            label: name,
            lang: lang(name),
            tags: [
              { href: hrefOf(withTag(view, index, null)), label: t('all'), current: view.tags[index] === null },
              ...tags.map((tag) => ({ href: hrefOf(withTag(view, index, tag.id)), label: tag.name, lang: lang(tag.name), current: view.tags[index] === tag.id })),
            ],
          }))}
        />
      )}
      <LinkTabs label={t('sorts')} items={librarySorts.map((sort) => ({ href: hrefOf({ ...view, sort, page: 1 }), label: t(`sort.${sort}`), current: sort === view.sort }))} />
      {children}
    </>
  )
}
