/** A link of the platform that is safe to follow: http(s) without user info, or a path of our own; else null. */
export function safeHref(raw: string | null | undefined): string | null {
  const text = raw?.trim()
  if (!text || /[\u0000-\u001f\u007f\\]/.test(text)) return null
  if (text.startsWith('/')) return insidePath(text)
  if (!/^https?:\/\//i.test(text)) return null
  try {
    const url = new URL(text)
    return url.username || url.password || !url.hostname ? null : url.href
  } catch {
    return null
  }
}

/** A path that can only lead inside our own origin (path, query and hash), or null. */
export function insidePath(raw: string | null | undefined): string | null {
  if (!raw || !raw.startsWith('/') || /^\/[/\\]/.test(raw) || /[\u0000-\u001f\u007f\\]/.test(raw)) return null
  try {
    if (/^\/(?:%2f|%5c)/i.test(raw)) return null
    const base = 'http://inside.invalid'
    const url = new URL(raw, base)
    const path = url.pathname + url.search + url.hash
    return url.origin === base && !path.startsWith('//') ? path : null
  } catch {
    return null
  }
}

/**
 * How an address begins that leads to the taking of an exam, also by way of a redirect (letter case, language, slashes), and what makes it
 * one that nobody pressed, for `replace`.
 */
export const examTaking = { begins: /^[^?]*\/totesting\/*\?/i, ledTo: '$&led=1&' } as const

/**
 * Where to go after login: the wanted page when it lies inside and is not the login itself, else the home page. Whoever had the login open
 * may be another site, so an exam is only led to.
 */
export function afterLogin(redirect: string | null | undefined): string {
  const path = insidePath(redirect)
  if (!path || /^(?:\/(?:zh|en|ja))?\/(?:login|loign|api)(?:[/?#]|$)/i.test(path)) return '/'
  return path.replace(examTaking.begins, examTaking.ledTo)
}
