import { cleanup, configure, render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { readdirSync, readFileSync } from 'node:fs'
import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach } from 'vitest'
import type { Locale } from '@/lib/domain/locale'

afterEach(cleanup)
// A part that is loaded only when it is needed may take longer than a second the first time.
configure({ asyncUtilTimeout: 10_000 })

const namespace = (file: string) => file.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const messagesOf = (locale: Locale) =>
  Object.fromEntries(readdirSync(`messages/${locale}`).map((file) => [namespace(file), JSON.parse(readFileSync(`messages/${locale}/${file}`, 'utf8')) as never]))

type Given = { children: ReactNode; locale?: Locale }

/** All messages of a language, Chinese unless said otherwise. */
function Words({ children, locale = 'zh' }: Given) {
  return <NextIntlClientProvider locale={locale} timeZone="Asia/Shanghai" messages={messagesOf(locale)}>{children}</NextIntlClientProvider>
}

/** Renders with all messages of a language, Chinese unless said otherwise. */
export function show(element: ReactElement, locale: Locale = 'zh') {
  const wrapper = ({ children }: Given) => <Words locale={locale}>{children}</Words>
  return render(element, { wrapper })
}

/** The same in a page that the server has made, and what stood there until it came to life. */
export function comeToLife(element: ReactElement) {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Words>{element}</Words>)
  const before = container.cloneNode(true) as HTMLElement
  return { before, ...render(element, { wrapper: Words, container, hydrate: true }) }
}

// What jsdom lacks of the browser: modal dialogs, popovers, media queries. Only what components rely on.
const dialog = HTMLDialogElement.prototype
dialog.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
  const first = this.querySelector<HTMLElement>('button, a[href], input, select, textarea')
  first?.focus()
}
dialog.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}

function toggle(element: HTMLElement, open: boolean) {
  const before = element.dataset.popoverOpen === 'yes'
  if (before === open) return
  const states = { oldState: before ? 'open' : 'closed', newState: open ? 'open' : 'closed' }
  element.dispatchEvent(Object.assign(new Event('beforetoggle'), states))
  element.dataset.popoverOpen = open ? 'yes' : 'no'
  element.style.display = open ? 'block' : ''
  const event = Object.assign(new Event('toggle'), states)
  element.dispatchEvent(event)
}
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  toggle(this, true)
}
HTMLElement.prototype.hidePopover ??= function hidePopover(this: HTMLElement) {
  toggle(this, false)
}
document.addEventListener('click', (event) => {
  const id = event.target instanceof Element ? event.target.closest('[popovertarget]')?.getAttribute('popovertarget') : null
  const target = id ? document.getElementById(id) : null
  if (target) toggle(target, target.dataset.popoverOpen !== 'yes')
})

window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, onchange: null, addEventListener: () => {}, removeEventListener: () => {}, addListener: () => {}, removeListener: () => {}, dispatchEvent: () => true }) as MediaQueryList
