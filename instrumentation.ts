/** Runs once before the web takes its first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { requireSettings } = await import('@/lib/operation/require-settings')
  await requireSettings()
  const { keepFormatters } = await import('@/lib/i18n/kept-formatters')
  keepFormatters()
  const { noteHeaders } = await import('@/lib/request/noted-headers')
  noteHeaders()
  const { refuseOddRequests } = await import('@/lib/request/odd-requests')
  refuseOddRequests()
  const { endCrumbledBodies } = await import('@/lib/request/crumbled-bodies')
  endCrumbledBodies()
  const { headAnswers } = await import('@/lib/request/answer-heads')
  headAnswers()
  const { gatherReplies } = await import('@/lib/request/gathered-replies')
  gatherReplies()
  const { endStalledReplies } = await import('@/lib/request/stalled-replies')
  endStalledReplies()
  const { startOperation } = await import('@/lib/operation/start')
  await startOperation()
}
