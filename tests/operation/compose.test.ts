import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const compose = read('compose.yaml')
/** What stands under a key at the left edge. */
const section = (name: string) => new RegExp(`^${name}:.*\\n((?:[ #].*\\n|\\n)*)`, 'm').exec(compose)![1]!
/** A piece of the file with what it takes from above. */
const whole = (text: string): string => text + namesIn(text, /<<: \*([\w-]+)| \*(web|training-api)$/gm).map((anchor) => whole(section(`x-${anchor}`))).join('')
/** A service: its own lines, and those of what it is made of. */
const service = (name: string) => whole(new RegExp(`^ {2}${name}:(.*\\n(?: {3,}.*\\n|\\n)*)`, 'm').exec(section('services'))![1]!)
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name, other]) => (name ?? other)!)
const example = namesIn(read('.env.example'), /^([A-Z][A-Z0-9_]*)=/gm)

const servers = [
  { name: 'x-web', env: 'lib/env.ts', elsewhere: { NODE_ENV: 'the image', PORT: 'the image starts it on 3000', PUBLIC_PORT: 'Caddy has those of http and https' } },
  { name: 'x-training-api', env: 'training-api/env.ts', elsewhere: { DATA_DIR: 'the image' } },
] as const

describe.each(servers)('$name of compose.yaml', ({ name, env, elsewhere }) => {
  const settings = namesIn(read(env), /^ {2}([A-Z][A-Z0-9_]+): /gm)

  it('hands on every setting that the server reads', () => {
    const given = namesIn(section('x-operation') + section(name), /^ +([A-Z][A-Z0-9_]+):/gm)
    const wanted = [...settings, ...example.filter((one) => one.startsWith('OTEL_'))]
    expect(settings.length).toBeGreaterThan(10)
    expect(wanted.filter((one) => !given.includes(one) && !(one in elsewhere))).toEqual([])
  })

  it('and .env.example has a line for it', () => {
    expect(settings.filter((one) => !example.includes(one) && one !== 'NODE_ENV')).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('takes nothing from outside but what it is told has a default, or says what is missing', () => {
    const needed = namesIn(compose, /\$\{([A-Z_]+):\?/g)
    expect([...new Set(needed)].sort()).toEqual(['ACME_EMAIL', 'CONTENT_DOMAIN', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'SESSION_SECRET'])
    expect(namesIn(compose, /\$\{([A-Z_]+)\}/g).filter((one) => !needed.includes(one))).toEqual([])
    const guide = read('docs/operating.md')
    for (const name of needed) expect(guide).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  it('asks for a domain of its own for courseware, none below another, as the guide does: what runs there can set cookies for all of a registered domain', () => {
    const [asked] = namesIn(compose, /\$\{CONTENT_DOMAIN:\?([^}]+)\}/g)
    const examples = asked!.match(/\b[\w-]+(?:\.[\w-]+)*\.com\b/g)
    expect(examples).toEqual(namesIn(read('docs/operating.md'), /^CONTENT_DOMAIN=(\S+\.com)$/gm))
    expect(examples!.filter((host) => host.split('.').length !== 2 || host === 'example.com')).toEqual([])
    expect(read('lib/env.ts')).not.toContain('//content.example.com')
  })

  it('is for people unless it is told that it is for a trial', () => {
    expect(compose.match(/DEMO: .*/g)).toEqual(['DEMO: ${DEMO:-off}'])
  })

  it('builds its image once, by a web, which is there also where the training APIs are left out', () => {
    expect(compose.match(/^.*\bbuild:.*$/gm)).toEqual(['    build: .'])
    expect(section('services')).toMatch(/^ {2}web-1:\n {4}<<: \*web\n {4}build: \.$/m)
  })

  it('has an image without the secrets and backups that lie beside it', () => {
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env*', '*.backup']))
  })
})

const services = namesIn(section('services'), /^ {2}([\w-]+):/gm)
const dockerfile = read('Dockerfile')
const caddyfile = read('deploy/Caddyfile')

describe('images', () => {
  it('are of one exact version each, so that the same file starts the same programs', () => {
    const images = namesIn(compose, /^ +image: (\S+)$/gm)
    expect(images.length).toBeGreaterThan(6)
    expect(images.filter((image) => image !== 'trainhall' && !/:v?\d+\.\d+(\.\d+)?$/.test(image))).toEqual([])
  })

  it('of ours is made on the version of Node that is tested', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    expect([...new Set(namesIn(dockerfile, /^FROM node:(\S+?)-slim/gm))]).toEqual([dependencies.node])
    expect(dockerfile.match(/^FROM/gm)).toHaveLength(2)
  })

  it('of ours holds the cache of pages with what it is made of, which no build takes in', () => {
    const parts = namesIn(read('page-cache.mjs'), /from '\.\/([^']+)'/g)
    expect(parts).not.toEqual([])
    for (const part of ['page-cache.mjs', ...parts]) expect(dockerfile).toContain(`/app/${part} `)
  })
})

describe('ports', () => {
  it('of the servers are those that are asked whether they are well, and that the front leads to', () => {
    const web = /"-p", "(\d+)"/.exec(dockerfile)![1]!
    const api = /TRAINING_API_PORT: "(\d+)"/.exec(compose)![1]!
    expect(section('x-web')).toContain(`http://127.0.0.1:${web}/api/ready`)
    expect(section('x-training-api')).toContain(`http://127.0.0.1:${api}/ready`)
    expect(existsSync('app/api/ready/route.ts')).toBe(true)
    expect(read('training-api/app.ts')).toContain(`'/ready'`)
    const places = new Set([...caddyfile.matchAll(/\b((?:web|training-api)-\d):(\d+)/g)].map(([place]) => place))
    expect([...places].sort()).toEqual([`training-api-1:${api}`, `training-api-2:${api}`, `web-1:${web}`, `web-2:${web}`])
    expect(namesIn(read('deploy/front-cache.conf'), /^\s*server (\S+) max_fails/gm)).toEqual([`web-1:${web}`, `web-2:${web}`])
    expect(namesIn(caddyfile, /health_uri (\S+)/g).filter((path) => path !== '/api/ready' && path !== '/ready')).toEqual([])
  })

  it('within are those that somebody listens on', () => {
    const cache = /listen (\d+);/.exec(read('deploy/front-cache.conf'))![1]
    expect(caddyfile).toContain(`front-cache:${cache} `)
    const platform = /UPSTREAM_BASE_URL:-(http:\/\/front:\d+)\}/.exec(compose)![1]
    expect(caddyfile).toContain(`\n${platform} {\n\treverse_proxy training-api-1`)
    const asked = /ask (http:\/\/front:\d+)\/api\/domains\/ask/.exec(caddyfile)![1]
    expect(caddyfile).toContain(`\n${asked} {\n\treverse_proxy web-1`)
    // By its port alone: it is asked with the visitors' own host.
    const own = namesIn(caddyfile, /reverse_proxy front-cache:\d+ front(:\d+) /g)
    for (const place of own) expect(caddyfile).toContain(`\nhttp://${place} {\n\trespond 503\n`)
    expect(own).toHaveLength(1)
  })

  it('of figures are read by the page and by Prometheus, of every server, and published to nobody', () => {
    const [web, api] = [/ METRICS_PORT: "(\d+)"/, /TRAINING_API_METRICS_PORT: "(\d+)"/].map((port) => port.exec(compose)![1])
    const targets = services.filter((name) => /^(web|training-api)-/.test(name)).map((name) => `${name}:${name.startsWith('web') ? web : api}`).sort()
    expect(namesIn(compose, /=http:\/\/([\w-]+:\d+)/g).sort()).toEqual(targets)
    expect(namesIn(read('deploy/prometheus.yml').replace(/#.*$/gm, ''), /"([\w-]+:\d+)"/g).sort()).toEqual(targets)
  })

  it('that are published are the web’s two, that of TLS also for HTTP/3, and those of figures for this machine alone', () => {
    expect(Object.fromEntries(services.flatMap((name) => [...service(name).matchAll(/^ {4}ports: (.+)$/gm)].map(([, ports]) => [name, ports])))).toEqual({
      front: '["80:80", "443:443", "443:443/udp"]', observe: '["127.0.0.1:4318:4318"]', prometheus: '["127.0.0.1:9090:9090"]',
    })
  })
})

describe('visitors by IPv6', () => {
  it('keep their addresses: what is published to everybody has a network with IPv6, on which nobody else is', () => {
    const isOpen = (name: string) => /^ {4}ports: .*"\d+:\d+/m.test(service(name))
    const onOutside = services.filter((name) => /^ {2,4}networks: \[.*\boutside\b/m.test(service(name)))
    expect(onOutside).toEqual(services.filter(isOpen))
    expect(onOutside).toEqual(['front'])
    expect(section('networks').replace(/ *#.*\n/g, '')).toContain('  outside:\n    enable_ipv6: true\n')
    expect(compose.match(/enable_ipv6/g)).toHaveLength(1)
    expect(read('docs/operating.md')).toContain('Docker 27 or newer')
  })
})

describe('what outlives a container', () => {
  it('lies in volumes that are declared, and files are mounted that are there', () => {
    const mounts = [...compose.matchAll(/^ {4,6}- (\.?[\w./-]+):(\/[^\s:]+)(?::ro)?$/gm)].map(([, from]) => from!)
    const [files, volumes] = [mounts.filter((one) => one.startsWith('./')), mounts.filter((one) => !one.startsWith('./'))]
    expect([...new Set(volumes)].sort()).toEqual(namesIn(section('volumes'), /^ {2}(\w+):/gm).sort())
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it('of the training API is the folder its image gives it, which the user of the image owns', () => {
    const data = /^ENV DATA_DIR=(\S+)$/m.exec(dockerfile)![1]!
    expect(section('x-training-api')).toContain(`- files:${data}\n`)
    expect(dockerfile).toContain(`chown node:node ${data}\n`)
  })
})

describe('what a container may do', () => {
  const rights = (name: string) => service(name).replace(/#.*$/gm, '')

  it('is never more than it begins with', () => {
    expect(services.length).toBeGreaterThan(8)
    expect(services.filter((name) => !rights(name).includes('security_opt: ["no-new-privileges:true"]'))).toEqual([])
  })

  it('is nothing of root’s, but for the port of the front and for what two images do before they become somebody else', () => {
    expect(services.filter((name) => !rights(name).includes('cap_drop: [ALL]'))).toEqual(['postgres', 'redis'])
    expect(services.filter((name) => rights(name).includes('cap_add'))).toEqual(['front'])
    expect(rights('front')).toContain('cap_add: [NET_BIND_SERVICE]')
    expect(rights('front-cache')).toMatch(/user: "(?!0)\d+:\d+"/)
    expect(dockerfile).toMatch(/\nUSER node\n(?:(?!USER).*\n)*$/)
    expect(compose).not.toMatch(/privileged: true|network_mode: host|\/var\/run\/docker\.sock/)
  })

  it('leaves what stands in front unchanged: it writes where it has to and nowhere else', () => {
    for (const name of ['front', 'front-cache']) expect(rights(name)).toContain('read_only: true')
    const places = namesIn(read('deploy/front-cache.conf'), /^\s*(?:pid|\w+_temp_path|proxy_cache_path) (\/[^\s;]+)/gm)
    expect(places.length).toBeGreaterThan(5)
    expect(places.filter((place) => !place.startsWith('/tmp/'))).toEqual([])
    expect(rights('front-cache')).toContain('tmpfs: ["/tmp:')
  })

  it('on the database is what its own role may, which is no superuser', () => {
    const url = new URL(/DATABASE_URL:-(postgres:\S+)\}$/m.exec(compose)![1]!.replace('${POSTGRES_PASSWORD}', 'x'))
    const script = read('deploy/database.sql')
    expect([url.hostname, url.port]).toEqual(['postgres', '5432'])
    expect(script).toContain(`create role ${url.username} login password`)
    expect(script).toContain(`create database ${url.pathname.slice(1)} owner ${url.username};`)
    expect(rights('postgres')).not.toContain('POSTGRES_USER')
    expect(rights('postgres')).toContain('./deploy/database.sql:/docker-entrypoint-initdb.d/')
    expect(rights('postgres')).toContain(`"-U", "${url.username}", "-d", "${url.pathname.slice(1)}"`)
  })
})

describe('Redis, where sessions end and public pages lie', () => {
  it('is asked with a password, which it is given itself', () => {
    const url = new URL(/REDIS_URL:-(redis:\S+)\}$/m.exec(compose)![1]!.replace('${REDIS_PASSWORD}', 'x'))
    expect([url.hostname, url.port, url.password]).toEqual(['redis', '6379', 'x'])
    expect(service('redis')).toMatch(/^ {4}command: \[.*"--requirepass", "\$\{REDIS_PASSWORD:\?[^}]+\}"/m)
  })

  it('is on a network with the webs alone, and published to nobody', () => {
    const networks = Object.fromEntries(services.flatMap((name) => [...service(name).matchAll(/^ {2,4}networks: \[(.+)\]$/gm)].map(([, list]) => [name, list])))
    expect(networks).toEqual({ front: 'default, outside', 'web-1': 'default, sessions', 'web-2': 'default, sessions', redis: 'sessions' })
    expect(namesIn(section('networks'), /^ {2}(\w+):$/gm)).toEqual(['sessions', 'outside'])
    // Said in another way, it would not be seen above.
    expect(compose.match(/\bnetworks:/g)).toHaveLength(4)
  })
})

describe('a start', () => {
  it('comes again by itself in every service', () => {
    expect(services.filter((name) => !/^ {2,4}restart: unless-stopped$/m.test(service(name)))).toEqual([])
  })

  it('of servers anew, wherever the guide has them made so, is followed by the line that tells the cache of public pages', () => {
    const blocks = namesIn(read('docs/operating.md'), /```sh\n([\s\S]*?)```/g).filter((block) => /docker compose .*\bup -d/.test(block) && !block.includes('--build'))
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.filter((block) => !block.includes('exec -T front-cache nginx -c /etc/front-cache.conf -s reload'))).toEqual([])
  })
})

describe('a log', () => {
  it('has a bound in every service', () => {
    const bound = '  logging:\n    driver: json-file\n    options:\n      max-size: 20m\n      max-file: "5"\n'
    expect(services.filter((name) => !service(name).includes(bound))).toEqual([])
    expect(compose.match(/\blogging:/g)).toHaveLength(1)
  })

  it('of the front has no line each time that a server is asked whether it is well', () => {
    expect(caddyfile).toMatch(/^\{\n(?:\t.*\n)*\tlog \{\n\t\texclude http\.handlers\.reverse_proxy\.health_checker\.active\n/)
  })
})

describe('an end', () => {
  it('is seen by the front before it comes, and is given the time it needs', () => {
    const drain = Number(/DRAIN_SECONDS: "(\d+)"/.exec(compose)![1])
    const interval = Number(/health_interval (\d+)s/.exec(caddyfile)![1])
    expect(drain).toBeGreaterThanOrEqual(2 * interval + 2)
    for (const name of ['x-web', 'x-training-api']) expect(Number(/stop_grace_period: (\d+)s/.exec(section(name))![1])).toBeGreaterThanOrEqual(drain + 25)
    // And connections are kept longer than the front keeps them.
    const kept = [/"--keepAliveTimeout", "(\d+)"/.exec(dockerfile), /'--keepAliveTimeout', '(\d+)'/.exec(read('scripts/lib/up.mjs'))].map((found) => Number(found![1]))
    expect(Math.min(...kept)).toBeGreaterThan(1000 * Number(/keepalive (\d+)s/.exec(caddyfile)![1]))
  })
})
