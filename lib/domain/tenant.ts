/** A customer of the platform, as its domain shows it. */
export type Tenant = {
  id: string
  /** The one its addresses carry; others lead there. */
  domain: string
  title: string
  logoUrl: string | null
  colour: string | null
  filingNumber: string | null
  settings: TenantSettings
}

/** The host name of a Host header: lower case, without port and trailing dot; null when it is not a plain host name. */
export function hostName(header: string | null | undefined): string | null {
  if (!header || header.length > 260) return null
  const match = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\.?(?::(\d{1,5}))?$/i.exec(header)
  const name = match?.[1]?.toLowerCase()
  if (!name || name.length > 253 || name.includes('..') || name.split('.').some((label) => !label || label.length > 63 || label.startsWith('-') || label.endsWith('-'))) return null
  if (match?.[2] && Number(match[2]) > 65_535) return null
  return name
}

/** What differs from tenant to tenant beyond its record (spec 3 §6, §9): rows of settings, never conditions in components. */
export type TenantSettings = {
  /** The language switch in the footer as well as in the user menu. */
  footerLanguageSwitch: boolean
  downloadPage: 'standard' | 'rs' | 'bgy'
  /** Codes that the desktop download page does not show. */
  hiddenCodes: readonly QrCode[]
  /** What the activation code's picture holds. */
  activationCode: string
  /** The page that the main app's code leads to. */
  downloadRoute: 'AppFires' | 'AppFiresBGY' | 'AppFiresRS'
  /** The apps that may open the tenant's addresses themselves: app ids of Apple, packages and certificates of Android. */
  appLinks: { apple: readonly string[]; android: readonly { packageName: string; fingerprints: readonly string[] }[] }
}

export const qrCodes = ['android', 'ios', 'activation', 'simulationA', 'simulationB'] as const
export type QrCode = (typeof qrCodes)[number]

const defaults: TenantSettings = { footerLanguageSwitch: false, downloadPage: 'standard', hiddenCodes: [], activationCode: '', downloadRoute: 'AppFires', appLinks: { apple: [], android: [] } }
const rows: Record<string, Partial<TenantSettings>> = {
  82: { footerLanguageSwitch: true },
  101: { downloadPage: 'bgy', downloadRoute: 'AppFiresBGY', hiddenCodes: ['ios', 'activation', 'simulationA', 'simulationB'] },
  116: { downloadPage: 'rs' },
  143: { hiddenCodes: ['activation', 'simulationA', 'simulationB'] },
}

/** The settings of a tenant whose platform tells none, or only some: the specification's own row, else the defaults. */
export function tenantSettings(tenantId: string, told: Partial<TenantSettings> = {}): TenantSettings {
  return { ...defaults, ...rows[tenantId], ...told }
}
