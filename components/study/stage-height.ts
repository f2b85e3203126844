/**
 * Tells the styles how high the stage is: on phones it stays in sight, and what gets the focus below is scrolled out from under it
 * (player.module.css). Its content decides, so no rule knows it.
 */
export function publishHeight(stage: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const page = stage.parentElement!
  const watcher = new ResizeObserver(() => page.style.setProperty('--stage-h', `${stage.offsetHeight}px`))
  watcher.observe(stage)
  return () => watcher.disconnect()
}
