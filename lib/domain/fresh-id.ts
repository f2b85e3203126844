/** A name that nothing else has; also where `crypto.randomUUID` is missing because the page came without TLS. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
