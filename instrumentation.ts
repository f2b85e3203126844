/** Runs once before the web takes its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { noteSocketAddresses } = await import('@/lib/request/socket-address')
  noteSocketAddresses()
  const { refuseDoubledHosts } = await import('@/lib/request/doubled-host')
  refuseDoubledHosts()
  const { startOperation } = await import('@/lib/operation/start')
  await startOperation()
}
