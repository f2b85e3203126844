export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const ONE_YEAR_SECONDS = 31_536_000
const changed = new EventTarget()

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Shows a theme at once and remembers it for a year. */
export function setTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  changed.dispatchEvent(new Event('change'))
}

/** Tells whoever shows the choice that it changed; gives back how to stop. */
export function onTheme(listener: () => void): () => void {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}
