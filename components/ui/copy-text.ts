/** Copies a text; false when the browser lets nobody. Browsers inside apps, and pages without TLS, know only the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
    field.style.cssText = 'position:fixed;opacity:0'
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}
