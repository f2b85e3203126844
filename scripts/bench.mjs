import './lib/node-version.mjs'

import('./lib/bench.mjs').then(({ bench }) => bench())
