/** Runs once before the web takes its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { keepFormatters } = await import('@/lib/i18n/kept-formatters')
  keepFormatters()
  const { noteSocketAddresses } = await import('@/lib/request/socket-address')
  noteSocketAddresses()
  const { refuseOddRequests } = await import('@/lib/request/odd-requests')
  refuseOddRequests()
  const { startOperation } = await import('@/lib/operation/start')
  await startOperation()
}
