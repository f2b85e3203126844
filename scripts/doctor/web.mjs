// A web that runs: what it answers to strangers, to wrong hosts and to a login.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** A bare request with headers of our own (also Host); status, headers and the certificate's end. */
function ask(base, path, headers = {}, { method = 'GET', body } = {}) {
  const url = new URL(path, base)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, servername: url.hostname, timeout: 15_000 }, (response) => {
      const validTo = response.socket.getPeerCertificate?.()?.valid_to
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode, headers: response.headers, text, validTo }))
    })
    request.on('timeout', () => request.destroy(new Error('no answer in 15 s')))
    request.on('error', reject)
    request.end(body)
  })
}

/** Where a web with TLS is asked without; null where its address names a port, at which nothing else can listen. */
export function plainAddressOf(web) {
  const { port, host } = new URL(web)
  return port === '' ? `http://${host}` : null
}

/** Whether a reply is a no; none at all, or a fault, is not. */
const isRefused = (reply) => reply?.status >= 400 && reply.status < 500

/** What explains a reply that is not the login page, where anything does. */
function whyNoPage({ status, headers: { location } }) {
  if (status === 404) return ': the platform does not know this domain'
  return location ? ` and leads to ${location}: all domains of a tenant lead to its first` : ''
}

/** Tries a running web at its public address. */
export async function examineWeb(report, { web, account, password }) {
  report.section(`The web (${web})`)
  const secure = web.startsWith('https:')
  let login
  try {
    login = await ask(web, '/login', { 'accept-language': 'zh-CN' })
  } catch (error) {
    const certificate = /CERT|certificate|SSL|TLS/i.test(`${error.code} ${error.message}`)
    report.bad(certificate ? `the certificate is not valid: ${error.message}` : `it cannot be reached: ${error.message}`)
    return
  }
  if (login.status === 200) report.good('the login page is there')
  else report.bad(`the login page answers ${login.status}${whyNoPage(login)}`)
  examineHeaders(report, login.headers, secure)
  if (secure) {
    const days = Math.floor((Date.parse(login.validTo) - Date.now()) / 86_400_000)
    if (days < 14) report.note(`the certificate ends in ${days} days`)
    else report.good(`the certificate is valid for ${days} days`)
    const address = plainAddressOf(web)
    const plain = address && (await ask(address, '/login').catch(() => null))
    if (plain && ![301, 302, 307, 308].includes(plain.status)) report.bad('http:// answers without leading to https://')
  } else report.note('it is reached over http: fine for a trial, never for people')
  const { port } = new URL(web)
  const stranger = await ask(web, '/login', { host: `unknown-domain.example${port ? `:${port}` : ''}` }).catch(() => null)
  if (stranger?.status === 200) report.bad('a domain that no tenant has is answered like one that is known')
  else if (isRefused(stranger)) report.good('a domain that no tenant has is refused')
  else if (stranger) report.bad(`a domain that no tenant has is answered with ${stranger.status} instead of being refused`)
  else report.note('for a domain that no tenant has there is no answer')
  const domain = new URL(web).hostname
  const [known, unknown] = await Promise.all([domain, 'unknown-domain.example'].map((name) => ask(web, `/api/domains/ask?domain=${name}`).catch(() => null)))
  if (known?.status === 200 && isRefused(unknown)) report.good('certificates are asked for known domains only')
  else report.bad(`/api/domains/ask answers ${known?.status ?? 'nothing'} for this domain and ${unknown?.status ?? 'nothing'} for an unknown one; it should be 200 and 404`)
  if (account) await examineCookie(report, web, { account, password, secure })
}

function examineHeaders(report, headers, secure) {
  const policy = String(headers['content-security-policy'] ?? '')
  const wanted = [
    [/default-src/.test(policy), 'a content security policy'],
    [/frame-ancestors/.test(policy), 'nobody may frame it (frame-ancestors)'],
    [headers['x-content-type-options'] === 'nosniff', 'X-Content-Type-Options: nosniff'],
    [Boolean(headers['referrer-policy']), 'a Referrer-Policy'],
    ...(secure ? [[Boolean(headers['strict-transport-security']), 'Strict-Transport-Security']] : []),
  ]
  const missing = wanted.filter(([there]) => !there).map(([, name]) => name)
  if (missing.length === 0) report.good('its security headers are there')
  else report.bad(`security headers are missing, perhaps removed by a proxy: ${missing.join(', ')}`)
}

/** Asks a door as a page of the web's own does. */
const post = (web, path, fields, headers = {}) => ask(web, path, { origin: web, 'content-type': 'application/json', ...headers }, { method: 'POST', body: JSON.stringify(fields) })

async function examineCookie(report, web, { account, password, secure }) {
  const reply = await post(web, '/api/public/session', { account, password, consent: true })
  const cookie = [reply.headers['set-cookie'] ?? []].flat().find((one) => /^(__Host-)?sid=/.test(one))
  if (!cookie) {
    report.bad(`the login did not give a session (${reply.status}): ${reply.status === 403 ? 'does a proxy change Host or Origin, or is PUBLIC_SCHEME https and this address is not?' : reply.text.slice(0, 120)}`)
    return
  }
  const flags = ['HttpOnly', 'SameSite', ...(secure ? ['Secure'] : [])].filter((flag) => !new RegExp(flag, 'i').test(cookie))
  if (flags.length) report.bad(`the session cookie lacks ${flags.join(', ')}${secure ? ': set PUBLIC_SCHEME=https' : ''}`)
  else report.good('the session cookie is sealed against scripts and other sites')
  const session = { cookie: cookie.split(';')[0] }
  await examineHome(report, web, session)
  // Nobody will use it any more, and it would be as good as the account for hours.
  const { status } = await post(web, '/api/session/end', {}, session)
  if (status === 200) report.good('the session ends by logging out')
  else report.bad(`logging out answers ${status}: the session of this try stays until it ends by itself`)
}

async function examineHome(report, web, session) {
  const home = await ask(web, '/Home', session)
  const policy = String(home.headers['content-security-policy'] ?? '')
  if (home.status === 200 && /'nonce-/.test(policy)) report.good('home opens after the login, under a policy with a nonce')
  else if (home.status === 200) report.bad('home opens after the login, but its content security policy has no nonce: does a proxy replace it?')
  else report.bad(`home answers ${home.status} after the login`)
}
