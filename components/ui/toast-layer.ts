let layer: HTMLElement | null = null
/** The modal dialogs that are open, the topmost last. */
let dialogs: readonly HTMLDialogElement[] = []

/** Whether something came on top of the page without being a dialog: a menu, which is a sheet where toasts are on phones, or what fills the screen. */
const isCovered = () => document.fullscreenElement !== null || document.querySelector('.menu:popover-open') !== null

/** Brings the toasts on top of everything that came since: onto the page, or into the topmost modal dialog, outside of which nothing is heard or pressed. */
export function raiseToasts(anew = isCovered()): void {
  if (!layer) return
  const home = dialogs.at(-1) ?? document.body
  const isShown = layer.matches(':popover-open')
  if (isShown && layer.parentNode === home && !anew) return
  // What has been said already is not said again in its new place.
  for (const toast of layer.querySelectorAll('[role="status"]')) toast.setAttribute('aria-live', 'off')
  if (isShown) layer.hidePopover()
  if (layer.parentNode !== home) home.append(layer)
  show(layer)
}

/** Shows the layer at once, or when a menu that is just closing has closed: until then no browser shows another popover. */
function show(element: HTMLElement): void {
  try {
    element.showPopover?.()
  } catch {
    setTimeout(() => element.isConnected && !element.matches(':popover-open') && element.showPopover())
  }
}

/** Puts the toasts' element in its place; gives back how to take it away. */
export function serveToastLayer(element: HTMLElement): () => void {
  layer = element
  raiseToasts()
  return () => {
    element.remove()
    if (layer === element) layer = null
  }
}

/** A modal dialog is shown (again): toasts stand in it, and their live region is there before the first is said. */
export function takeToastsInto(dialog: HTMLDialogElement): void {
  dialogs = [...dialogs.filter((one) => one !== dialog), dialog]
  raiseToasts(true)
}

/** A dialog is about to leave the page; what it said goes on in the one below it, or on the page. */
export function letToastsOutOf(dialog: HTMLDialogElement): void {
  dialogs = dialogs.filter((one) => one !== dialog)
  raiseToasts()
}
