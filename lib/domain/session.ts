/** The role that a learner without roles gets (contract 1.9). */
export const systemDefaultRole = 'ROLE_SYSTEM_DEFAULT'

/** The role ids of a login's authorities: `ROLE_12` gives 12; none gives the default system role (spec 1 §6). */
export function rolesOf(authorities: string[]): string[] {
  const roles = authorities.map((name) => /^ROLE_(\d+)$/.exec(name)?.[1]).filter((id) => id !== undefined)
  return roles.length ? roles : [systemDefaultRole]
}

/** Whether one of the wanted roles is among the learner's (the permission helper of spec 1 §6). */
export function hasRole(roles: string[], wanted: string[]): boolean {
  return wanted.some((role) => roles.includes(role))
}

/** A login that succeeded, as the web keeps it in the sealed session. */
export type Login = {
  learnerId: string
  tenantId: string
  username: string
  name: string
  avatarUrl: string | null
  roles: string[]
  exerciseBank: boolean
  token: string
  refreshToken: string | null
  expiresInSeconds: number
}

/** What a login came to: in, or what the platform has to say before it lets anybody in. */
export type LoginAnswer = { loggedIn: true } | { loggedIn: false; notice: string }

/** The header in which a call of a learner's page says whose page it is. */
export const pageLearnerHeader = 'x-page-learner'

/** The longest account and password the platform is asked about. */
export const ACCOUNT_MAX_LENGTH = 64
export const PASSWORD_MAX_LENGTH = 128

/** Who looks at a public page: a learner with a session, or nobody. */
export type WhoIsThere = { learner: { name: string; avatarUrl: string | null } | null; exerciseBank: boolean }
