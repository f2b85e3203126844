import './lib/node-version.mjs'

import('./lib/up.mjs').then(({ up }) => up({ development: false }))
