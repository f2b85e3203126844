import './lib/node-version.mjs'

import('./lib/observe.mjs').then(({ observe }) => observe())
