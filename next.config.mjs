import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { copyPdfAssets } from './scripts/copy-pdf-assets.mjs'

// Here, so that every way to build or start the web has them.
copyPdfAssets()

/** The pages and the door that `npm run bench` compares with exist in its own build only. */
const bench = process.env.BENCH_BUILD === '1'

/** Several webs share their public pages in Redis; one web has Next's own cache. Only what serves a build has either: pages are kept under its name, which there is last of all. */
const pageCache = process.env.REDIS_URL ? { cacheHandler: fileURLToPath(new URL('./page-cache.mjs', import.meta.url)), cacheMaxMemorySize: 0 } : {}

const assetHeaders = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}).map(([key, value]) => ({ key, value }))

/** Those that are there and no others: what says that there is none is a page. */
const drawings = readdirSync(new URL('./public/art', import.meta.url)).filter((name) => name.endsWith('.svg')).map((name) => name.replaceAll('.', '\\.'))
const drawingHeaders = { source: `/art/:file(${drawings.join('|')})`, headers: [{ key: 'Content-Type', value: 'image/svg+xml; charset=utf-8' }] }

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The web encodes its replies itself (lib/request/gathered-replies.ts).
  compress: false,
  // What the middleware does not see: files of the build and of `public`. No policy that would bind a worker.
  headers: async () => [...['/_next/:path*', '/art/:file', '/pdf/:folder/:file', '/sw.js'].map((source) => ({ source, headers: assetHeaders })), drawingHeaders],
  // A public page that nobody asked for in this time is made anew before it is shown: news are never older than a minute.
  expireTime: 40,
  // The courseware host of the demo, while developing.
  allowedDevOrigins: ['127.0.0.1'],
  reactStrictMode: true,
  distDir: bench ? '.next-bench' : '.next',
  pageExtensions: bench ? ['bench.tsx', 'bench.ts', 'tsx', 'ts'] : ['tsx', 'ts'],
  // In-app browsers and crawlers look for the title in the head, so metadata never streams into the body.
  htmlLimitedBots: /.*/,
  // Pictures come in the sizes they are needed in; the optimiser would cache by address over all tenants.
  images: { unoptimized: true },
  // `npm run verify` checks the types, once and of everything; a start need not wait for it.
  typescript: { ignoreBuildErrors: true, tsconfigPath: bench ? '.next-bench.tsconfig.json' : 'tsconfig.json' },
  serverExternalPackages: [
    'pino', 'hast-util-from-parse5', 'hast-util-sanitize', 'hast-util-to-parse5', 'parse5', 'redis', 'sharp', 'prom-client', '@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-base',
  ],
  experimental: {
    // So much of a body is kept of each request that passes the middleware, whoever sends it. The one that has a right to it is what a package
    // wants kept (1.5 MB, app/content/[ticket]/commit); doors, and with them pictures, do not pass there.
    proxyClientMaxBodySize: '2mb',
    // Pages load the styles they use and few others: by default every public page also had those of the exam.
    cssChunking: { type: 'graph', requestCost: 6_000, weightDistribution: 0.3 },
  },
}

/** Messages are compiled when the web is built, so that no parser of theirs goes to the browser. */
const messages = { requestConfig: './lib/i18n/request.ts', experimental: { messages: { path: './messages', format: 'json', precompile: true } } }

export default async function nextConfig(phase) {
  // What compiles them brings a compiler along, which would stay in the memory of every web.
  if (phase === PHASE_PRODUCTION_SERVER) return { ...config, ...pageCache }
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  return createNextIntlPlugin(messages)(config)
}
