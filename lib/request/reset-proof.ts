import 'server-only'
import { cookies } from 'next/headers'
import { PROOF_SECONDS } from '@/lib/domain/account'
import { env } from '@/lib/env'

const secure = env.PUBLIC_SCHEME === 'https'
/** `__Secure-` and not `__Host-`, which would send it along to every page. */
const name = secure ? '__Secure-reset' : 'reset'
const attributes = { httpOnly: true, secure, sameSite: 'strict', path: '/api/public/account/reset' } as const

/** Gives the browser the proof of a right code: out of reach for scripts, it outlives a reload of the page; only in doors. */
export async function giveProof(proof: string): Promise<void> {
  (await cookies()).set(name, proof, { ...attributes, maxAge: PROOF_SECONDS })
}

/** The proof that this browser holds, `''` without one. */
export const heldProof = async (): Promise<string> => (await cookies()).get(name)?.value ?? ''

/** Takes the proof back once it was used; only in doors. */
export async function takeProofBack(): Promise<void> {
  (await cookies()).set(name, '', { ...attributes, maxAge: 0 })
}
