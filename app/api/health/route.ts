/** The process is alive; says nothing of what lies behind it. */
export const dynamic = 'force-dynamic'
export const GET = () => Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
