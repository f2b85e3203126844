'use client'

import { Pin, PinOff, X } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore, type MouseEvent, type RefObject } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { changeViews, onVisited, storedViews, viewsIn } from '@/components/shell/visited'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { usePush } from '@/components/ui/route-bar'
import type { Locale } from '@/lib/domain/locale'
import { languageOfTitle } from '@/lib/domain/text-language'
import { closeView, pinView, viewBeside, viewKey, visit } from '@/lib/domain/visited-views'
import { routes } from '@/lib/routes'
import styles from './visited-strip.module.css'

/** The page's own part of the title: what stands before the platform's name. */
const ownTitle = () => document.title.split(' · ')[0] ?? ''

/** Notes the page one is on, and its title as soon as that is there. */
function useNotedVisits(owner: string, path: string, closedRef: RefObject<string | null>) {
  const locale = useLocale() as Locale
  useEffect(() => {
    closedRef.current = null
    const note = () => {
      // A page that was closed is still there until the next one is; it is not a visit.
      if (closedRef.current !== path) changeViews(owner, (views) => visit(views, { path, title: ownTitle(), locale }))
    }
    const soon = requestAnimationFrame(note)
    const watcher = new MutationObserver(note)
    watcher.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      cancelAnimationFrame(soon)
      watcher.disconnect()
    }
  }, [owner, path, locale, closedRef])
}

/** Brings the tab of the page one is on into sight, without moving the page. */
function useCurrentInSight(list: RefObject<HTMLUListElement | null>, path: string, count: number) {
  useEffect(() => {
    const [box, tab] = [list.current?.getBoundingClientRect(), list.current?.querySelector('[aria-current]')?.closest('li')?.getBoundingClientRect()]
    if (box && tab) list.current?.scrollBy({ left: tab.left + tab.width / 2 - box.left - box.width / 2 })
  }, [list, path, count])
}

/** Gives the focus of a tab that goes to the one after it, else before it: to its close button, or to its link where it is pinned. */
function focusBeside(button: Element) {
  const tab = button.closest('li')
  const beside = tab?.nextElementSibling ?? tab?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('[data-closes]') ?? beside?.querySelector<HTMLElement>('a')
  target?.focus()
}

/** The pages one has been on as tabs: go back to one, pin it, close it. */
export function VisitedStrip({ owner }: { owner: string }) {
  const t = useTranslations('shell.visited')
  const { push } = usePush()
  const query = useSearchParams().toString()
  const pathname = usePathname()
  const path = query ? `${pathname}?${query}` : pathname
  const views = viewsIn(useSyncExternalStore(onVisited, () => storedViews(owner), () => '[]'))
  const langOf = usePlatformLang()
  const closedRef = useRef<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useNotedVisits(owner, path, closedRef)
  useCurrentInSight(list, path, views.length)
  const close = (target: string, { currentTarget }: MouseEvent) => {
    const beside = viewBeside(views, target)
    const own = viewKey(target) === viewKey(path)
    if (own) closedRef.current = path
    else focusBeside(currentTarget)
    changeViews(owner, (all) => closeView(all, target))
    if (own) push(beside?.path ?? routes.home())
  }
  return (
    <nav className={styles.strip} aria-label={t('label')}>
      <ul className="container" ref={list}>
        {views.map((view) => {
          const current = viewKey(view.path) === viewKey(path)
          const pin = view.pinned ? PinOff : Pin
          return (
            <li key={viewKey(view.path)} className={current ? styles.current : undefined}>
              <Link href={view.path} aria-current={current ? 'page' : undefined}>{view.pinned && <Icon of={Pin} className="i i-16" role="img" aria-label={t('pinned')} />}<span className="clip1" lang={langOf(view.title, view.locale ? languageOfTitle(view.title, view.locale) : null)}>{view.title || view.path}</span></Link>
              <button type="button" className="iconbtn" aria-label={t(view.pinned ? 'unpin' : 'pin', { title: view.title })} onClick={() => changeViews(owner, (all) => pinView(all, view.path, !view.pinned))}><Icon of={pin} className="i i-16" /></button>
              {!view.pinned && <button type="button" className="iconbtn" aria-label={t('close', { title: view.title })} data-closes onClick={(event) => close(view.path, event)}><Icon of={X} className="i i-16" /></button>}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
