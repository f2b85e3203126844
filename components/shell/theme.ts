export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const ONE_YEAR_SECONDS = 31_536_000
const changes = new EventTarget()
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The theme that was chosen in this browser. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  const theme = readTheme()
  return theme === 'system' ? systemDark().matches : theme === 'dark'
}

/** Shows a theme at once and remembers it for a year. */
export function setTheme(theme: Theme): void {
  document.cookie = `theme=${theme}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  changes.dispatchEvent(new Event('change'))
}

/** Tells when another theme is chosen; gives back how to stop. */
export function onTheme(listener: () => void): () => void {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}

/** Tells when the page turns dark or light, by choice or by the system; gives back how to stop. */
export function onDarkness(listener: () => void): () => void {
  const system = systemDark()
  const stop = onTheme(listener)
  system.addEventListener('change', listener)
  return () => {
    stop()
    system.removeEventListener('change', listener)
  }
}
