/** A customer of the platform, as its domain shows it. */
export type Tenant = {
  id: string
  domain: string
  title: string
  logoUrl: string | null
  colour: string | null
  filingNumber: string | null
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

/**
 * What differs from tenant to tenant beyond its record (spec 3 §6, §9): rows of settings, never conditions in components.
 * The platform has no call for them; a tenant not listed has the defaults.
 */
export type TenantSettings = {
  footerLanguageSwitch: boolean
  downloadPage: 'main' | 'rs' | 'bgy'
  hiddenCodes: readonly ('android' | 'ios' | 'activation' | 'simulation')[]
}

const defaults: TenantSettings = { footerLanguageSwitch: false, downloadPage: 'main', hiddenCodes: [] }
const rows: Record<string, Partial<TenantSettings>> = {
  82: { footerLanguageSwitch: true },
  101: { downloadPage: 'bgy', hiddenCodes: ['ios', 'activation', 'simulation'] },
  116: { downloadPage: 'rs' },
  143: { hiddenCodes: ['activation', 'simulation'] },
}

/** The settings row of a tenant. */
export function tenantSettings(tenantId: string): TenantSettings {
  return { ...defaults, ...rows[tenantId] }
}
