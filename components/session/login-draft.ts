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
