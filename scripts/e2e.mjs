import './lib/node-version.mjs'

import('./lib/e2e.mjs').then(({ e2e }) => e2e())
