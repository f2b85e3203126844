export type OpenedWindow = { readonly closed: boolean; go: (address: string) => void; close: () => void }

/** A window of its own that knows nothing of ours, empty until it is led somewhere: opened within the press, since later no browser would let it. Null when the browser does not. */
export function openApart(): OpenedWindow | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  return { get closed() { return opened.closed }, go: (address) => opened.location.replace(address), close: () => opened.close() }
}
