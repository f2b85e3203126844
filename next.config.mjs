import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts')

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // In-app browsers and crawlers look for the title in the head, so metadata never streams into the body.
  htmlLimitedBots: /.*/,
  // Pictures come in the sizes they are needed in; the optimiser would cache by address over all tenants.
  images: { unoptimized: true },
  serverExternalPackages: ['pino', 'isomorphic-dompurify', 'jsdom'],
  typescript: { tsconfigPath: 'tsconfig.json' },
  experimental: {
    // An avatar of up to 20 MB passes the middleware whole.
    middlewareClientMaxBodySize: '25mb',
  },
}

export default withNextIntl(config)
