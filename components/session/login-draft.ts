const KEY = 'login-draft'
export type LoginDraft = { account: string; consent: boolean }

/** Keeps what was typed (never the password) while the page is read again in another language. */
export function keepDraft(draft: LoginDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Storage that is blocked keeps nothing; the form works without.
  }
}

/** What was kept, once; null when there is nothing. */
export function takeDraft(): LoginDraft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<LoginDraft> | null
    sessionStorage.removeItem(KEY)
    return draft && typeof draft.account === 'string' ? { account: draft.account, consent: draft.consent === true } : null
  } catch {
    return null
  }
}

const REDIRECT_KEY = 'login-redirect'

/** Keeps where this login was to lead while its visitor registers first, or sets a new password. */
export function keepRedirect(): void {
  try {
    sessionStorage.setItem(REDIRECT_KEY, new URLSearchParams(location.search).get('redirect') ?? '')
  } catch {
    // Storage that is blocked keeps nothing; the login leads home.
  }
}

/** Puts that into the address of the login again, once; an address that says by itself where to go is left alone. */
export function restoreRedirect(): void {
  try {
    const kept = sessionStorage.getItem(REDIRECT_KEY)
    sessionStorage.removeItem(REDIRECT_KEY)
    const address = new URL(location.href)
    if (!kept || address.searchParams.has('redirect')) return
    address.searchParams.set('redirect', kept)
    history.replaceState(history.state, '', address)
  } catch {
    // What cannot be read was not kept.
  }
}
