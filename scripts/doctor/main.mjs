import { ownPlatform, readPort } from '../lib/settings.mjs'
import { readWords } from './arguments.mjs'
import { makeReport } from './report.mjs'

const values = readWords()
const report = makeReport()

report.section('The settings')
let settings = null
try {
  // As `npm run up` tells its web.
  process.env.UPSTREAM_BASE_URL ||= ownPlatform(readPort('TRAINING_API_PORT', 4000))
  settings = (await import('@/lib/env')).env
  report.good('every setting can be read')
  if (!process.env.SESSION_SECRET) report.note('SESSION_SECRET is not set here: the web needs it in production (npm run up makes its own)')
  if (!settings.CONTENT_ORIGIN) report.note('CONTENT_ORIGIN is empty: courseware is switched off (npm run up of the demo fills it in)')
  const isPublic = [values.web, values.domain, settings.CONTENT_ORIGIN].some((place) => place && !/^(?:https?:\/\/)?(?:[\w-]+\.)*(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(place))
  if (settings.PUBLIC_SCHEME === 'http' && isPublic) report.note('PUBLIC_SCHEME is http: cookies are not Secure')
  if (settings.DEMO && (settings.PUBLIC_SCHEME === 'https' || values.web?.startsWith('https:'))) report.note('DEMO is on: everybody knows its accounts and its secret, and limits are wide; for real use DEMO=off')
} catch (error) {
  report.bad(String(error.message ?? error))
}
if (settings) {
  const { examinePlatform } = await import('./platform.mjs')
  await examinePlatform(report, values)
}
if (values.web) {
  const { examineWeb } = await import('./web.mjs')
  await examineWeb(report, { ...values, web: values.web.replace(/\/+$/, '') })
} else {
  report.section('The web')
  report.note('give its address with --web to have it tried too')
}
process.exit(report.verdict() > 0 ? 1 : 0)
