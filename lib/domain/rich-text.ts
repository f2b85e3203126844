declare const safe: unique symbol
/** HTML of the platform after cleaning; only `lib/training/rich-text` makes one, only the rich-text component takes one. */
export type SafeHtml = string & { readonly [safe]: true }

/** A text without the pictures that were pasted into it, which can be larger than a call, or than what a browser keeps. */
export const withoutPasted = <T extends string>(html: T) => html.replace(/ src="data:[^"]*"/g, '') as T

/** Plain words of cleaned HTML, for descriptions and previews, at most `length` characters. */
export function plainText(html: string, length = 160): string {
  const text = html.replace(/<[^<>]*>/g, ' ').replace(/&nbsp;/g, ' ').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&').replace(/\s+/g, ' ').trim()
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
