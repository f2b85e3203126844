export const defaultTenantColour = '#1263cf'

type Oklch = { l: number; c: number; h: number }
type Rgb = [number, number, number]
type Step = (tenant: Oklch) => { l: number; c: number }

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
const channels = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb

/** `#rrggbb` in lower case of any `#rgb` or `#rrggbb`; the product's own blue when it is no such colour. */
export function tenantColour(given: string | null | undefined): string {
  const text = (given ?? '').trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(text)) return text
  if (/^#[0-9a-f]{3}$/.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join('')}`
  return defaultTenantColour
}

/** A hex colour in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(linear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(bb, a) * 180) / Math.PI
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: hue < 0 ? hue + 360 : hue }
}

/** An OKLCH colour as hex, each channel cut off at the edge of sRGB, as browsers do. */
export function toHex({ l, c, h }: Oklch): string {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  return `#${rgb.map((value) => Math.round(Math.min(1, Math.max(0, gamma(value))) * 255).toString(16).padStart(2, '0')).join('')}`
}

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))
const fixed = (l: number, most: number): Step => ({ c }) => ({ l, c: Math.min(c, most) })
const share = (l: number, part: number): Step => ({ c }) => ({ l, c: Math.min(c, 0.2) * part })
const bounded = (low: number, high: number, less: number, most: number): Step => ({ l, c }) => ({ l: clamp(low, l, high) - less, c: Math.min(c, most) })

/** The roles that follow the tenant, as in components/ui/tokens.css. */
const light: Record<string, Step> = {
  brand: bounded(0.38, 0.512, 0, 0.19),
  'brand-hover': bounded(0.38, 0.512, 0.05, 0.18),
  'brand-active': bounded(0.38, 0.512, 0.09, 0.17),
  'brand-text': bounded(0.36, 0.474, 0, 0.18),
  'brand-text-hover': fixed(0.38, 0.13),
  'brand-soft': share(0.974, 0.09),
  'brand-soft-2': share(0.945, 0.19),
  'brand-line': share(0.892, 0.36),
  'brand-ink': fixed(0.24, 0.07),
  'stage-fill': fixed(0.72, 0.15),
  'art-3': share(0.892, 0.36),
  'art-4': share(0.62, 0.95),
}

/** The same in the dark theme, as in components/ui/tokens-dark.css. */
const dark: Record<string, Step> = {
  brand: bounded(0.44, 0.522, 0, 0.17),
  'brand-hover': bounded(0.44, 0.522, 0.05, 0.17),
  'brand-active': bounded(0.44, 0.522, 0.09, 0.16),
  'brand-text': fixed(0.775, 0.12),
  'brand-text-hover': fixed(0.85, 0.09),
  'brand-fill': fixed(0.68, 0.15),
  'brand-soft': share(0.285, 0.3),
  'brand-soft-2': share(0.335, 0.36),
  'brand-line': share(0.45, 0.5),
  'brand-ink': share(0.19, 0.2),
  focus: fixed(0.78, 0.14),
  'art-3': share(0.42, 0.45),
  'art-4': fixed(0.62, 0.14),
  'art-roof': fixed(0.6, 0.075),
}

export type TenantTokens = Record<`--${string}`, string>

/**
 * The colours that follow from a tenant's, as hex: `--light-brand`, `--dark-brand-text` and so on. Browsers without relative colours
 * read them (components/ui/tokens-fallback.css). A colour that is none becomes the product's blue.
 */
export const tenantTokens = (given: string | null | undefined): TenantTokens => tenantColours(given).tokens

/** A rule for `<html>` with a tenant's colour and what follows from it, stronger than the style sheets' own. */
export const tenantRule = (given: string | null | undefined): string => tenantColours(given).rule

type TenantColours = { tokens: TenantTokens; rule: string }

/** Every page asks for its tenant's; they are worked out once. */
const KEPT_COLOURS = 1_000
const kept = new Map<string, TenantColours>()

function tenantColours(given: string | null | undefined): TenantColours {
  const colour = tenantColour(given)
  const known = kept.get(colour)
  if (known) return known
  const tokens = tokensOf(colour)
  const rule = `html:root{--tenant:${colour};${Object.entries(tokens).map(([name, hex]) => `${name}:${hex}`).join(';')}}`
  if (kept.size >= KEPT_COLOURS) kept.clear()
  kept.set(colour, { tokens, rule })
  return { tokens, rule }
}

function tokensOf(colour: string): TenantTokens {
  const tenant = toOklch(colour)
  const steps = (theme: string, roles: Record<string, Step>) =>
    Object.entries(roles).map(([role, step]) => [`--${theme}-${role}`, toHex({ ...step(tenant), h: tenant.h })] as const)
  return Object.fromEntries([...steps('light', light), ...steps('dark', dark)])
}

/** A hex colour of which only a share is left on white paper, as `color-mix(in srgb, …, white)` does it. */
export function thinned(hex: string | undefined, share: number): string {
  const [r, g, b] = channels(tenantColour(hex))
  return `#${[r, g, b].map((value) => Math.round((value * share + 1 - share) * 255).toString(16).padStart(2, '0')).join('')}`
}
